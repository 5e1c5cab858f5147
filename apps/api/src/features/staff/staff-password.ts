import { checkNewPassword } from '@postern/domain/passwords';
import { STAFF_LINK_HOURS } from '@postern/domain/staff';
import { and, eq, gt } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { PasswordHashing } from '../../secrets/password-hashing.ts';
import { hashToken, newToken } from '../../secrets/tokens.ts';
import { endVisitsOfStaff } from '../support-visits/public.ts';
import { writeStaffAudit } from './staff-audit.ts';
import { deleteStaffLinksOf, deleteStaffSessionsOf, lockStaff, updateStaff } from './staff-repository.ts';
import { staff, staffLink } from './tables.ts';

type Deps = { db: Database; clock: Clock; hashing: PasswordHashing };

/** Makes a new link to choose the password, and closes earlier ones. The caller shows it once. */
export async function makeStaffLink(tx: Queryable, clock: Clock, staffId: string, publicUrl: string): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + STAFF_LINK_HOURS * 3_600_000);
  await deleteStaffLinksOf(tx, staffId);
  await tx.insert(staffLink).values({ tokenHash: hashToken(token), staffId, expiresAt });
  const url = new URL('/staff/set-password', publicUrl);
  url.searchParams.set('token', token);
  return url.href;
}

/** Finds the account of a link without using the link up. */
export async function readStaffLink({ db, clock }: Omit<Deps, 'hashing'>, token: string) {
  const [row] = await db.asSystem((tx) =>
    tx
      .select({ email: staff.email, expiresAt: staffLink.expiresAt })
      .from(staffLink)
      .innerJoin(staff, eq(staff.staffId, staffLink.staffId))
      .where(and(eq(staffLink.tokenHash, hashToken(token)), gt(staffLink.expiresAt, clock.now()))),
  );
  if (row === undefined) throw new PanelError('TOKEN_EXPIRED');
  return { email: row.email, expiresAt: row.expiresAt.toISOString() };
}

/** Saves the new password, uses up the link, and ends sessions opened with the old password. */
export async function setStaffPassword(
  deps: Deps,
  _context: RequestContext,
  { token, password }: { token: string; password: string },
): Promise<Record<string, never>> {
  await readStaffLink(deps, token);
  const verdict = checkNewPassword(password);
  if (!verdict.ok) throw invalid([{ path: 'password', code: verdict.code, message: 'Choose another password.' }]);
  const passwordHash = await deps.hashing.hash(password);
  await deps.db.asSystem(async (tx) => {
    const [spent] = await tx
      .delete(staffLink)
      .where(and(eq(staffLink.tokenHash, hashToken(token)), gt(staffLink.expiresAt, deps.clock.now())))
      .returning({ staffId: staffLink.staffId });
    const row = spent === undefined ? null : await lockStaff(tx, spent.staffId);
    if (row === null || row.disabledAt !== null) throw new PanelError('TOKEN_EXPIRED');
    await updateStaff(tx, row.staffId, { passwordHash });
    await deleteStaffSessionsOf(tx, row.staffId);
    await endVisitsOfStaff(tx, deps.clock, row.staffId, 'staff');
    await writeStaffAudit(tx, deps.clock, { staffId: row.staffId, action: 'staff.password-set' });
  });
  return {};
}
