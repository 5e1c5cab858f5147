import type { StaffMember } from '@postern/contract/staff';
import { staffRoleName } from '@postern/domain/staff';
import type { Queryable } from '../../db/client.ts';
import { findPartner } from '../partners/public.ts';
import type { StaffRow } from './staff-repository.ts';

/** What customers read of the provider's own staff. */
const PROVIDER = 'Postern';

/** For whom a member of staff speaks: their partner, or the provider. To a customer, the provider is the customer's own partner's brand. */
export async function companyOf(tx: Queryable, partnerId: number | null): Promise<string> {
  return (partnerId === null ? null : await findPartner(tx, partnerId))?.companyName ?? PROVIDER;
}

export async function toStaffMember(tx: Queryable, row: StaffRow): Promise<StaffMember> {
  const { staffId, name, email, role, partnerId, twoFactorAt } = row;
  return {
    ...{ staffId, name, email, partnerId },
    role: staffRoleName(role),
    company: await companyOf(tx, partnerId),
    hasTwoFactor: twoFactorAt !== null,
  };
}
