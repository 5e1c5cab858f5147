import { and, desc, eq, inArray } from 'drizzle-orm';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { audit } from '../../../db/tables.ts';
import type { Clock } from '../../../runtime/clock.ts';

const ACTIONS = { 'card.added': 'Card added', 'card.removed': 'Card removed' } as const;
const EVENTS_SHOWN = 20;

/** The history of a customer's cards, the latest first. */
export async function listCardHistory(tx: Queryable, customerId: string) {
  const rows = await tx
    .select({ action: audit.action, at: audit.at })
    .from(audit)
    .where(and(eq(audit.customerId, customerId), inArray(audit.action, Object.keys(ACTIONS))))
    .orderBy(desc(audit.auditId))
    .limit(EVENTS_SHOWN);
  return rows.map(({ action, at }) => ({ action: ACTIONS[action as keyof typeof ACTIONS], at: at.toISOString() }));
}

export const noteCard = (
  tx: Queryable,
  clock: Clock,
  { customerId, actor, action }: { customerId: string; actor: string; action: keyof typeof ACTIONS },
): Promise<void> => writeAudit(tx, clock, { customerId, bundleId: null, actor, action, target: customerId });
