import type { PartnerState } from '../partners/index.ts';

/** Who is signed in, as far as recommending the product to others depends on it. */
type Person = { isCustomer: boolean; partnerState: PartnerState };

/** Who may recommend the product for a reward: a customer of a partner that sells. Spec 1 §6. */
export const mayRefer = ({ isCustomer, partnerState }: Person): boolean => isCustomer && partnerState === 'active';
