import { ROLES, type Role, roleName } from '@postern/domain/sign-in';
import { usePartner } from '../frame/partner.ts';
import { useSession } from '../session/session-store.ts';

/** The visitor's role, without the brand that the names of the provider's roles carry. An unknown role may do the least. Spec 2 §6. */
export function useRole(): Role {
  const { role } = useSession();
  const { brand } = usePartner();
  return ROLES.find((each) => roleName(each, brand) === role) ?? 'accountAdmin';
}
