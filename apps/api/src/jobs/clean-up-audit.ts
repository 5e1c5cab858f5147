import { sql } from 'drizzle-orm';
import type { Retention } from '../config/retention-config.ts';
import type { Queryable } from '../db/client.ts';

const DAY_MILLIS = 24 * 3_600_000;
/** So many in a run, as the first one after an upgrade may find millions. */
const ROWS_A_RUN = 10_000;

/**
 * Deletes audit rows that are older than the operator keeps them, and where those were done that are older than sign-ins are kept. The
 * database itself refuses to delete rows younger than 30 days.
 */
export async function cleanUpAudit(tx: Queryable, now: Date, { auditDays, signInsDays }: Retention): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MILLIS).toISOString();
  const before = daysAgo(auditDays);
  await tx.execute(
    sql`delete from audit_origin where (customer_id, audit_id) in
      (select customer_id, audit_id from audit_origin where at < ${daysAgo(signInsDays)} limit ${ROWS_A_RUN})`,
  );
  await tx.execute(
    sql`delete from audit where (customer_id, audit_id) in
      (select customer_id, audit_id from audit where at < ${before} limit ${ROWS_A_RUN})`,
  );
  await tx.execute(
    sql`delete from partner_audit where (partner_id, audit_id) in
      (select partner_id, audit_id from partner_audit where at < ${before} limit ${ROWS_A_RUN})`,
  );
}
