import type { StaffMember } from '@postern/contract/staff';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { StaffContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { endVisitsOfStaff } from '../support-visits/public.ts';
import { writeStaffAudit } from './staff-audit.ts';
import { deleteStaffSession, findStaffByEmail } from './staff-repository.ts';
import { toStaffMember } from './staff-view.ts';

type Deps = { db: Database; clock: Clock };

/** Reads the member of staff of the session. */
export async function readOwnStaff({ db }: Deps, { staff }: StaffContext): Promise<{ staff: StaffMember }> {
  return db.asSystem(async (tx) => {
    const row = await findStaffByEmail(tx, staff.email);
    if (row === null) throw new PanelError('UNAUTHENTICATED');
    return { staff: await toStaffMember(tx, row) };
  });
}

/** Ends this session and the visit, if there is one. */
export async function signOutStaff({ db, clock }: Deps, { staff }: StaffContext): Promise<Record<string, never>> {
  await db.asSystem(async (tx) => {
    await deleteStaffSession(tx, staff.sessionHash);
    await endVisitsOfStaff(tx, clock, staff.staffId, 'staff');
    await writeStaffAudit(tx, clock, { staffId: staff.staffId, action: 'staff.signed-out' });
  });
  return {};
}
