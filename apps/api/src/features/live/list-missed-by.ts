import type { BundleKey } from '../../db/bundle-key.ts';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { type LivePosition, parsePosition, RESUMABLE_SECONDS } from './live-position.ts';
import { listMissed } from './live-repository.ts';
import { RELOAD, type Told, toTold } from './live-view.ts';

/** A new panel reads its lists a moment before it starts to listen. */
const BEFORE_SECONDS = 15;
const ROWS_AT_MOST = 1_000;

/** What a new listener is sent first: everything since the id it gives, or else what changed just before. */
export async function listMissedBy(
  { db, clock }: { db: Database; clock: Clock },
  key: BundleKey,
  { lastEventId, until }: { lastEventId: string | null; until: LivePosition },
): Promise<Told[]> {
  const since = sinceOf(lastEventId, until, clock.now());
  if (since === null) return [RELOAD];
  const rows = await listMissed(db, key, { since, until: until.snapshot, atMost: ROWS_AT_MOST + 1 });
  if (rows.length > ROWS_AT_MOST) return [RELOAD];
  return (await toTold(db, rows, new Set([key.bundleId]))).get(key.bundleId) ?? [];
}

/** Null when it is no longer known what came since, or never was. */
function sinceOf(lastEventId: string | null, until: LivePosition, now: Date) {
  if (lastEventId === null) return { instant: new Date(now.getTime() - BEFORE_SECONDS * 1000) };
  const last = parsePosition(lastEventId);
  const isKnown = last !== null && last.server === until.server && until.seconds - last.seconds <= RESUMABLE_SECONDS;
  return isKnown ? { snapshot: last.snapshot } : null;
}
