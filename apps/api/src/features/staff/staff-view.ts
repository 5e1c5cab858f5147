import type { StaffMember } from '@postern/contract/staff';
import { staffRoleName } from '@postern/domain/staff';
import type { Queryable } from '../../db/client.ts';
import { findPartner } from '../partners/public.ts';
import type { StaffRow } from './staff-repository.ts';

/** The company name that the provider's own staff see as theirs. */
const PROVIDER = 'Postern';

/** The company that a member of staff works for: their partner, or the provider. Customers see the provider under their own partner's brand. */
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
