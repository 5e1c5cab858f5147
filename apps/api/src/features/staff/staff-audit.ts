import { desc, eq, lt } from 'drizzle-orm';
import type { Retention } from '../../config/retention-config.ts';
import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { requestOrigin } from '../../runtime/request-origin.ts';
import { staffAudit } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;
const SHOWN_MAXIMUM = 200;

export type StaffAction =
  | 'staff.created'
  | 'staff.link-made'
  | 'staff.two-factor-reset'
  | 'staff.disabled'
  | 'staff.password-set'
  | 'staff.two-factor-enabled'
  | 'staff.signed-in'
  | 'staff.sign-in-refused'
  | 'staff.signed-out'
  | 'staff.searched'
  | 'staff.customer-read';

/** Records what staff did outside visits, and changes to their accounts. */
export async function writeStaffAudit(
  tx: Queryable,
  clock: Clock,
  { staffId, action, attrs = {} }: { staffId: string; action: StaffAction; attrs?: Record<string, unknown> },
): Promise<void> {
  const at = clock.now();
  const network = requestOrigin()?.network ?? '';
  await tx.insert(staffAudit).values({ staffId, auditId: newId(at), action, attrs, network, at });
}

/** The newest entries of one account. */
export const listStaffAudit = (tx: Queryable, staffId: string) =>
  tx
    .select({ at: staffAudit.at, action: staffAudit.action, attrs: staffAudit.attrs, network: staffAudit.network })
    .from(staffAudit)
    .where(eq(staffAudit.staffId, staffId))
    .orderBy(desc(staffAudit.auditId))
    .limit(SHOWN_MAXIMUM);

/** Deletes records when they are as old as customers' records may get. */
export async function cleanUpStaffAudit(tx: Queryable, now: Date, { auditDays }: Retention): Promise<void> {
  await tx.delete(staffAudit).where(lt(staffAudit.at, new Date(now.getTime() - auditDays * DAY_MILLIS)));
}
