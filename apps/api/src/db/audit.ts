import type { RecordedAction } from '@postern/domain/activity';
import type { Clock } from '../runtime/clock.ts';
import { requestOrigin } from '../runtime/request-origin.ts';
import { newId } from '../runtime/ids.ts';
import type { Queryable } from './client.ts';
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

/** The same for several entries, at least one. */
export async function writeAudits(tx: Queryable, clock: Clock, entries: AuditEntry[]): Promise<void> {
  const at = clock.now();
  const rows = entries.map((entry) => ({
    ...entry,
    auditId: newId(at),
    attrs: entry.attrs ?? {},
    requestId: entry.requestId ?? null,
    at,
  }));
  await tx.insert(audit).values(rows);
  const origin = requestOrigin();
  if (origin === null) return;
  await tx.insert(auditOrigin).values(rows.map(({ customerId, auditId }) => ({ customerId, auditId, at, ...origin })));
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
