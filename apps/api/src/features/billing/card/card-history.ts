import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { audit } from '../../../db/tables.ts';
import type { Clock } from '../../../runtime/clock.ts';

const OF_CARDS = { 'card.added': 'Card added', 'card.removed': 'Card removed' } as const;
const ACTIONS = { ...OF_CARDS, 'subscription.renewed': 'Manual' } as const;
const EVENTS_SHOWN = 20;

/** When a customer's cards were added and removed, and which renewals were paid by hand instead, the latest first. Spec 2 §3, card history. */
export async function listCardHistory(tx: Queryable, customerId: string) {
  const rows = await tx
    .select({ action: audit.action, at: audit.at })
    .from(audit)
    .where(
      and(
        eq(audit.customerId, customerId),
        or(
          inArray(audit.action, Object.keys(OF_CARDS)),
          and(eq(audit.action, 'subscription.renewed'), eq(audit.actor, 'customer')),
        ),
      ),
    )
    .orderBy(desc(audit.auditId))
    .limit(EVENTS_SHOWN);
  return rows.map(({ action, at }) => ({ action: ACTIONS[action as keyof typeof ACTIONS], at: at.toISOString() }));
}

export const noteCard = (
  tx: Queryable,
  clock: Clock,
  { customerId, actor, action }: { customerId: string; actor: string; action: keyof typeof OF_CARDS },
): Promise<void> => writeAudit(tx, clock, { customerId, bundleId: null, actor, action, target: customerId });
