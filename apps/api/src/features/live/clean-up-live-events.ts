import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { liveEvent } from '../../db/tables.ts';

const HOUR_MILLIS = 3_600_000;

/** Deletes live events after an hour. A panel that was disconnected for longer reads everything again. */
export async function cleanUpLiveEvents(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(liveEvent).where(lt(liveEvent.at, new Date(now.getTime() - HOUR_MILLIS)));
}
