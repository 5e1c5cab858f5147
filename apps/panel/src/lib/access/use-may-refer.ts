import { mayRefer } from '@postern/domain/referral';
import { usePartner } from '../frame/partner.ts';
import { useView } from '../frame/view.ts';
import { useSession } from '../session/session-store.ts';
import { useRole } from './use-role.ts';

/**
 * Whether this person is offered a reward for recommending the product. Known without a call. A partner's page has no menu that would lead
 * there, and the programme's frame refuses to be part of another site.
 */
export function useMayRefer(): boolean {
  const { adminType } = useSession();
  const { hasReferral = false, partnerState } = usePartner();
  const { hasSidebar } = useView();
  const role = useRole();
  const isCustomer = adminType === 'customer' && role === 'domainAdmin';
  return hasReferral && hasSidebar && mayRefer({ isCustomer, partnerState });
}
