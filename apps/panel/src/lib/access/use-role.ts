import { type Role, ROLES, roleName } from '@postern/domain/sign-in';
import { usePartner } from '../frame/partner.ts';
import { useSession } from '../session/session-store.ts';

/** Who acts, as the rules know them: the names of the provider's people carry the brand. Who isn't known may the least. Spec 2 §6. */
export function useRole(): Role {
  const { role } = useSession();
  const { brand } = usePartner();
  return ROLES.find((each) => roleName(each, brand) === role) ?? 'accountAdmin';
}
