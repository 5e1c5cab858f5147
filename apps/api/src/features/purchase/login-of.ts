import type { PurchaseRow } from './purchase-repository.ts';

/**
 * Whose customer a purchase makes: the one that the partner's signed link names. The email that a buyer types proves nothing, so it is
 * never a login and joins nothing; it is where invoices go.
 */
export const loginOf = ({
  claims,
}: Pick<PurchaseRow, 'claims'>): { email: string; partnerReference: string | null } => ({
  email: claims.customerEmailAddress,
  partnerReference: claims.customerReference ?? null,
});
