import { isOfPartner, staffRoleName, type StaffRoleName, staffRoleOf } from '@postern/domain/staff';
import { asc } from 'drizzle-orm';
import { CommandError, UsageError } from '../../feature/command.ts';
import type { Database, Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { newId } from '../../runtime/ids.ts';
import { findPartner } from '../partners/public.ts';
import { endVisitsOfStaff } from '../support-visits/public.ts';
import { writeStaffAudit } from './staff-audit.ts';
import { makeStaffLink } from './staff-password.ts';
import {
  deleteStaffLinksOf,
  deleteStaffSessionsOf,
  findStaffByEmail,
  lockStaff,
  type StaffRow,
  updateStaff,
} from './staff-repository.ts';
import { staff } from './tables.ts';

type Deps = { db: Database; clock: Clock };
export type StaffWish = { email: string; name: string; role: StaffRoleName; partnerId: number | null };

/** Creates an account and returns the link to choose its password. */
export async function createStaff(
  deps: Deps,
  publicUrl: string,
  wish: StaffWish,
): Promise<{ staffId: string; url: string }> {
  const { partnerId, name, email } = wish;
  const role = staffRoleOf(wish.role);
  if (isOfPartner(role) !== (partnerId !== null))
    throw new UsageError('--partner goes with --role partnerSupport, and with no other role.');
  return deps.db.asSystem(async (tx) => {
    if (partnerId !== null && (await findPartner(tx, partnerId)) === null)
      throw new CommandError('NOT_FOUND', `Partner ${partnerId} does not exist.`);
    const createdAt = deps.clock.now();
    const staffId = newId(createdAt);
    const made = await tx
      .insert(staff)
      .values({
        ...{ staffId, email, name, role, partnerId, createdAt },
        ...{
          passwordHash: null,
          sealedSecret: null,
          twoFactorAt: null,
          lastStep: 0,
          recoveryHashes: [],
          disabledAt: null,
        },
      })
      .onConflictDoNothing()
      .returning({ staffId: staff.staffId });
    if (made.length === 0) throw new CommandError('STAFF_EXISTS', `There is already a staff account ${email}.`);
    await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.created', attrs: { role: wish.role, partnerId } });
    return { staffId, url: await makeStaffLink(tx, deps.clock, staffId, publicUrl) };
  });
}

/**
 * Makes a new link to choose the password. `resetTwoFactor` is for a lost phone: it removes two-factor sign-in, which must then be set up
 * again, and ends all sessions and visits.
 */
export async function makeLinkFor(deps: Deps, publicUrl: string, email: string, resetTwoFactor: boolean) {
  return deps.db.asSystem(async (tx) => {
    const { staffId, disabledAt } = await lockByEmail(tx, email);
    if (disabledAt !== null) throw new CommandError('STAFF_DISABLED', `The account ${email} is disabled.`);
    if (resetTwoFactor) {
      const off = { sealedSecret: null, twoFactorAt: null, lastStep: 0, recoveryHashes: [], passwordHash: null };
      await updateStaff(tx, staffId, off);
      await deleteStaffSessionsOf(tx, staffId);
      await endVisitsOfStaff(tx, deps.clock, staffId, 'operator');
      await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.two-factor-reset' });
    }
    await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.link-made' });
    return { url: await makeStaffLink(tx, deps.clock, staffId, publicUrl) };
  });
}

/** Disables an account for good. Its sessions and its visit end at once. */
export async function disableStaff(deps: Deps, email: string): Promise<{ disabled: string }> {
  await deps.db.asSystem(async (tx) => {
    const { staffId, disabledAt } = await lockByEmail(tx, email);
    if (disabledAt !== null) return;
    await updateStaff(tx, staffId, { disabledAt: deps.clock.now(), passwordHash: null });
    await deleteStaffSessionsOf(tx, staffId);
    await deleteStaffLinksOf(tx, staffId);
    await endVisitsOfStaff(tx, deps.clock, staffId, 'operator');
    await writeStaffAudit(tx, deps.clock, { staffId, action: 'staff.disabled' });
  });
  return { disabled: email };
}

async function lockByEmail(tx: Queryable, email: string): Promise<StaffRow> {
  const found = await findStaffByEmail(tx, email);
  const row = found && (await lockStaff(tx, found.staffId));
  if (row === null) throw new CommandError('NOT_FOUND', `There is no staff account ${email}.`);
  return row;
}

/** All accounts, without secrets. */
export async function listStaff({ db }: Deps) {
  const rows = await db.asSystem((tx) => tx.select().from(staff).orderBy(asc(staff.email)));
  return rows.map(({ email, name, role, partnerId, passwordHash, twoFactorAt, createdAt, disabledAt }) => ({
    ...{ email, name, role: staffRoleName(role), partnerId, createdAt, disabledAt },
    hasPassword: passwordHash !== null,
    hasTwoFactor: twoFactorAt !== null,
  }));
}
