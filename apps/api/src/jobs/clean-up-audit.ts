import { sql } from 'drizzle-orm';
import type { Retention } from '../config/retention-config.ts';
import type { Queryable } from '../db/client.ts';

const DAY_MILLIS = 24 * 3_600_000;
/** So many in a run, as the first one after an upgrade may find millions. */
const ROWS_A_RUN = 10_000;

/** Deletes audit rows that are older than the operator keeps them. The database itself refuses younger ones than 30 days. */
export async function cleanUpAudit(tx: Queryable, now: Date, { auditDays }: Retention): Promise<void> {
  const before = new Date(now.getTime() - auditDays * DAY_MILLIS).toISOString();
  await tx.execute(
    sql`delete from audit where (customer_id, audit_id) in
      (select customer_id, audit_id from audit where at < ${before} limit ${ROWS_A_RUN})`,
  );
  await tx.execute(
    sql`delete from partner_audit where (partner_id, audit_id) in
      (select partner_id, audit_id from partner_audit where at < ${before} limit ${ROWS_A_RUN})`,
  );
}
