import { usePartner } from '../../../lib/frame/partner.ts';
import { PATHS } from '../../../lib/paths.ts';

/** How the partner takes the payment: on its own bill, or on its payment page; null if our gateway takes it by card. */
export type PartnerPayment = 'bill' | 'page' | null;

/** Decides as the server does: the partner's bill comes first. Spec 1 §4, Partner pays; §6, partner flags. */
export function usePartnerPayment(): PartnerPayment {
  const { flags, paymentEnabled } = usePartner();
  if (flags.forgoPayments || !paymentEnabled) return 'bill';
  return flags.hideBillingPageOnPaymentViaPartner ? 'page' : null;
}

/** The address of the partner's payment page, with the signed order and the return URL. */
export function partnerPageUrl(
  { makePaymentUrl, jwt }: { makePaymentUrl: string; jwt: string },
  backTo: string,
): string {
  const url = new URL(makePaymentUrl);
  url.searchParams.set('jwt', jwt);
  url.searchParams.set('redirectUrl', backTo);
  return url.href;
}

/** The address to which the partner sends the buyer back; it names the partner whose look to use. */
export const partnerReturnUrl = (partnerId: number): string =>
  `${window.location.origin}${PATHS.postPayment}?partnerId=${partnerId}`;
