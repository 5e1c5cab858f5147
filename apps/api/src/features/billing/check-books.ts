import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findLastRun } from './reconcile-nightly.ts';

const OLD_MILLIS = 36 * 3_600_000;

/**
 * The check of `doctor` for the nightly comparison: it fails if there were differences, or if no comparison ended in the last day and a
 * half.
 */
export async function checkBooks(db: Database, clock: Clock): Promise<{ ok: boolean; detail: string }> {
  const last = await findLastRun(db);
  if (last === null) return { ok: true, detail: 'not compared yet' };
  const { until, finishedAt, differences } = last;
  const found = differences?.length ?? 0;
  if (found > 0) return { ok: false, detail: `differences: ${found}, until ${until}` };
  const isOld = finishedAt === null || clock.now().getTime() - finishedAt.getTime() > OLD_MILLIS;
  return { ok: !isOld, detail: isOld ? `last compared until ${until}` : `agree until ${until}` };
}
