import type { RecordedAction } from '@postern/domain/activity';
import { sql } from 'drizzle-orm';
import type { Clock } from '../runtime/clock.ts';
import { currentVisit, requestOrigin } from '../runtime/request-origin.ts';
import { newId } from '../runtime/ids.ts';
import { VisitOver, type VisitStamp } from '../runtime/visit-stamp.ts';
import { insertInto } from './built-once.ts';
import { type Queryable, rowsOf } from './client.ts';
import { publishLive } from './publish-live.ts';
import { audit, auditOrigin, partnerAudit } from './tables.ts';

export type AuditEntry = {
  customerId: string;
  bundleId: string | null;
  /** `mailbox:anna@…`, `customer:…`, `partner:54`, `system`, `cli`. */
  actor: string;
  /** `mailbox.created`: feature, dot, verb in the past. */
  action: RecordedAction;
  target: string;
  /** Facts without secrets. */
  attrs?: Record<string, unknown>;
  requestId?: string;
};

/** Records who changed what, from where, in the transaction of the change. */
export const writeAudit = (tx: Queryable, clock: Clock, entry: AuditEntry): Promise<void> =>
  writeAudits(tx, clock, [entry]);

/** Whether an entry of this call waits for an answer before it is sent, as the visit may be over. */
export const auditWaits = (): boolean => currentVisit() !== null;

/** Records several entries, at least one. An entry made during a support visit is marked with it, and refused once the visit is over. */
export async function writeAudits(tx: Queryable, clock: Clock, entries: AuditEntry[]): Promise<void> {
  const at = clock.now();
  const visit = currentVisit();
  if (visit !== null) await holdVisit(tx, visit);
  const rows = entries.map((entry) => ({
    ...entry,
    auditId: newId(at),
    attrs: { ...entry.attrs, ...(visit && { visit: stampOf(visit) }) },
    requestId: entry.requestId ?? null,
    at,
  }));
  const origin = requestOrigin();
  const origins =
    origin === null ? [] : rows.map(({ customerId, auditId }) => ({ customerId, auditId, at, ...origin }));
  await Promise.all([insertAudits(tx, rows), insertOrigins(tx, origins), tellOfVisit(tx, clock, rows)]);
}

const insertAudits = insertInto(audit);
const insertOrigins = insertInto(auditOrigin);

/** Keeps only what a record needs. The session's copy of the visit has more fields. */
const stampOf = ({ customerId, visitId, staffName, staffEmail, company, reason, ticket }: VisitStamp): VisitStamp => ({
  ...{ customerId, visitId, staffName, staffEmail, company, reason, ticket },
});

/**
 * Holds the visit's row until the transaction ends. Ending the visit waits for this lock, and a later write finds the visit over. So once
 * the end is answered, no write of the visit commits.
 */
async function holdVisit(tx: Queryable, { customerId, visitId }: VisitStamp): Promise<void> {
  const held = await rowsOf(
    tx,
    sql`select visit_id from support_visit where customer_id = ${customerId} and visit_id = ${visitId} and state = 'open' for share`,
  );
  if (held.length === 0) throw new VisitOver();
}

type Told = Pick<AuditEntry, 'customerId' | 'bundleId' | 'attrs'>;

/** Sends each step of a visit to open panels, so that the owner can follow it. */
async function tellOfVisit(tx: Queryable, clock: Clock, rows: Told[]): Promise<void> {
  for (const { customerId, bundleId, attrs } of rows) {
    const { visitId } = (attrs?.['visit'] ?? {}) as Partial<VisitStamp>;
    if (visitId !== undefined && bundleId !== null)
      await publishLive(tx, clock, { customerId, bundleId, event: 'support-visits', entity: { visitId } });
  }
}

/** The same for changes that concern a partner and no customer. */
export async function writePartnerAudit(
  tx: Queryable,
  clock: Clock,
  entry: { partnerId: number; actor: string; action: string; attrs?: Record<string, unknown> },
): Promise<void> {
  const at = clock.now();
  await tx.insert(partnerAudit).values({ ...entry, auditId: newId(at), attrs: entry.attrs ?? {}, at });
}
