import type { VisitPlace } from '@postern/domain/support-visits';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { recordVisit } from './record-visit.ts';
import { supportVisit } from './tables.ts';

/** Records where the supporter looks, once per place and visit. */
export async function noteLook(
  { db, clock }: { db: Database; clock: Clock },
  { customerId, visit }: SessionActor,
  place: VisitPlace,
): Promise<void> {
  if (visit === undefined || visit.looked.includes(place)) return;
  await db.asSystem(async (tx) => {
    const [row] = await tx
      .update(supportVisit)
      .set({ looked: sql`${supportVisit.looked} || to_jsonb(${place}::text)` })
      .where(
        and(
          eq(supportVisit.customerId, customerId),
          eq(supportVisit.visitId, visit.visitId),
          sql`not jsonb_exists(${supportVisit.looked}, ${place}::text)`,
        ),
      )
      .returning();
    if (row !== undefined)
      await recordVisit(tx, clock, row, { action: 'visit.looked', actor: row.staffEmail, attrs: { place } });
  });
}
