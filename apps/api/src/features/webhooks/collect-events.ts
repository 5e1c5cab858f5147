import { actionsOf, eventTypeOf, tellsDetails } from '@postern/domain/webhooks';
import { doerOf, type ActivityAction } from '@postern/domain/activity';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { derivedId } from '../../runtime/ids.ts';
import type { VisitStamp } from '../../runtime/visit-stamp.ts';
import { webhookEndpoint, webhookMessage } from './tables.ts';

type Endpoint = typeof webhookEndpoint.$inferSelect;

const ROWS_A_ROUND = 500;
/** A change is recorded at the time when its transaction began, and seen when it ends: the last minutes are read again. */
const OVERLAP_MILLIS = 2 * 60_000;

/**
 * Writes a message for everything that was recorded for customers since the last round. The audit is written with each change, so an event
 * exists if, and only if, the change does; its id keeps it from being written twice, by two processes or after a crash.
 */
export async function collectEvents({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const endpoints = await db.readAsSystem((tx) =>
    tx
      .select({ endpointId: webhookEndpoint.endpointId })
      .from(webhookEndpoint)
      .where(isNull(webhookEndpoint.disabledAt)),
  );
  for (const { endpointId } of endpoints) while (await collectFor(db, clock, endpointId)) continue;
}

/** One round for an endpoint that no other process works on. Answers whether there may be more. */
const collectFor = (db: Database, clock: Clock, endpointId: string): Promise<boolean> =>
  db.asSystem(async (tx) => {
    const now = clock.now();
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.endpointId, endpointId), isNull(webhookEndpoint.disabledAt)))
      .for('update', { skipLocked: true });
    if (endpoint === undefined) return false;
    const rows = await readNewRows(tx, endpoint);
    if (rows.length > 0) {
      const messages = rows.map((row) => messageOf(row, endpointId, now));
      await tx.insert(webhookMessage).values(messages).onConflictDoNothing();
    }
    const isFull = rows.length === ROWS_A_ROUND;
    const last = rows.at(-1);
    const readUntil = isFull && last !== undefined ? new Date(last.at) : now;
    await tx.update(webhookEndpoint).set({ readUntil }).where(eq(webhookEndpoint.endpointId, endpointId));
    return isFull;
  });

type AuditRow = {
  audit_id: string;
  customer_id: string;
  bundle_id: string | null;
  partner_id: number;
  partner_reference: string | null;
  domain_name: string | null;
  actor: string;
  action: ActivityAction;
  target: string;
  attrs: Record<string, unknown>;
  at: string | Date;
};

/** What was recorded and has no message yet, the oldest first; nothing from before the endpoint was added. */
function readNewRows(tx: Queryable, { endpointId, partnerId, eventTypes, ...endpoint }: Endpoint): Promise<AuditRow[]> {
  const since = new Date(Math.max(endpoint.readUntil.getTime() - OVERLAP_MILLIS, endpoint.createdAt.getTime()));
  const actions = actionsOf(eventTypes).map((action) => sql`${action}`);
  return rowsOf<AuditRow>(
    tx,
    sql`select row.audit_id, row.customer_id, row.bundle_id, customer.partner_id, customer.partner_reference,
        bundle.domain_name, row.actor, row.action, row.target, row.attrs, row.at
      from audit row
      join customer on customer.customer_id = row.customer_id
      left join bundle on bundle.customer_id = row.customer_id and bundle.bundle_id = row.bundle_id
      where row.at >= ${since.toISOString()}::timestamptz and row.action in (${sql.join(actions, sql`, `)})
        and (${partnerId}::int is null or customer.partner_id = ${partnerId})
        and not exists (select from webhook_message message
          where message.endpoint_id = ${endpointId} and message.audit_id = row.audit_id)
      order by row.at, row.audit_id limit ${ROWS_A_ROUND}`,
  );
}

function messageOf(row: AuditRow, endpointId: string, now: Date): typeof webhookMessage.$inferInsert {
  const type = eventTypeOf(row.action);
  const { visit, ...details } = row.attrs as Record<string, unknown> & { visit?: VisitStamp };
  const data = {
    customerId: row.customer_id,
    partnerId: row.partner_id,
    partnerReference: row.partner_reference,
    bundleId: row.bundle_id,
    domainName: row.domain_name,
    by: visit?.staffEmail === row.actor ? 'support' : doerOf(row.actor).kind,
    target: row.target,
    ...(tellsDetails(row.action) ? { details } : {}),
    ...(visit && { visit: { visitId: visit.visitId, staffName: visit.staffName, ticket: visit.ticket } }),
  };
  return {
    messageId: `msg_${derivedId(endpointId, row.audit_id)}`,
    ...{ endpointId, customerId: row.customer_id, auditId: row.audit_id, type },
    body: JSON.stringify({ type, timestamp: new Date(row.at).toISOString(), data }),
    createdAt: now,
    nextTryAt: now,
  };
}
