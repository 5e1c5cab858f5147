import type { Database } from '../../db/client.ts';
import { countFailedEvents } from './failed-events.ts';

/** The check of `doctor` for webhooks of the gateway: it fails while one waits for the operator. */
export async function checkFailedEvents(db: Database): Promise<{ ok: boolean; detail: string }> {
  const { waiting, givenUp } = await countFailedEvents(db);
  if (givenUp > 0) return { ok: false, detail: `no longer tried: ${givenUp}, tried again: ${waiting}` };
  return { ok: true, detail: waiting === 0 ? 'none failed' : `tried again: ${waiting}` };
}
