import type { Database } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { endLockedVisit } from './end-visit.ts';
import { listDueVisits, lockVisit } from './visit-repository.ts';

/** Ends visits whose time is up, and those that waited in vain. Their tokens were already refused from that moment. */
export async function endDueVisits({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const due = await db.readAsSystem((tx) => listDueVisits(tx, clock.now()));
  for (const { customerId, visitId } of due)
    await db.asSystem(async (tx) => {
      const row = await lockVisit(tx, customerId, visitId);
      if (row !== null && row.expiresAt <= clock.now()) await endLockedVisit(tx, clock, row, 'time', 'panel');
    });
}
