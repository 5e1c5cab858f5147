import type { MailLog } from '../mail-log.ts';
import type { UsageLedger } from '../usage/usage-ledger.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

type SweepOptions = { dir: string; ledger: UsageLedger; log: MailLog; usageSweepMs: number | null };

/** Cleans up once, then recounts at intervals. Neither a start nor a delivery waits for it. */
export function startBackgroundSweeps({ dir, ledger, log, usageSweepMs }: SweepOptions): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running = attempt(() => sweepLeftovers(dir, signal), 'leftovers could not be removed').then(sweepUsage);

  async function attempt(work: () => Promise<void>, failure: string): Promise<void> {
    await work().catch((error: unknown) => log.error({ err: error }, failure));
  }

  async function sweepUsage(): Promise<void> {
    if (usageSweepMs === null || signal.aborted) return;
    await attempt(() => ledger.sweep(signal), 'usage could not be recounted');
    if (signal.aborted) return;
    timer = setTimeout(() => {
      running = sweepUsage();
    }, usageSweepMs);
    timer.unref();
  }

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
