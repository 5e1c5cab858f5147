import type { Clock } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import type { Queryable } from './client.ts';
import { audit, partnerAudit } from './tables.ts';

export type AuditEntry = {
  customerId: string;
  bundleId: string | null;
  /** `mailbox:anna@…`, `customer:…`, `partner:54`, `system`, `cli`. */
  actor: string;
  /** `mailbox.created`: feature, dot, verb in the past. */
  action: string;
  target: string;
  /** Facts without secrets. */
  attrs?: Record<string, unknown>;
  requestId?: string;
};

/** Records who changed what, in the transaction of the change. */
export const writeAudit = (tx: Queryable, clock: Clock, entry: AuditEntry): Promise<void> =>
  writeAudits(tx, clock, [entry]);

/** The same for several entries, at least one. */
export async function writeAudits(tx: Queryable, clock: Clock, entries: AuditEntry[]): Promise<void> {
  const at = clock.now();
  await tx.insert(audit).values(
    entries.map((entry) => ({
      ...entry,
      auditId: newId(at),
      attrs: entry.attrs ?? {},
      requestId: entry.requestId ?? null,
      at,
    })),
  );
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
