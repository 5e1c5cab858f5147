import { usePartner } from '../../../lib/frame/partner.ts';

/** How the partner takes the money: on its own bill, or on its payment page; null where the gateway takes it by card. */
export type PartnerPayment = 'bill' | 'page' | null;

/** As the server decides it: what the partner bills comes first. Spec 1 §4, Partner pays; §6, partner flags. */
export function usePartnerPayment(): PartnerPayment {
  const { flags, paymentEnabled } = usePartner();
  if (flags.forgoPayments || !paymentEnabled) return 'bill';
  return flags.hideBillingPageOnPaymentViaPartner ? 'page' : null;
}

/** The partner's page, with what is to be paid there and the way back. Both are in the signed part too; these are for its page's address. */
export function partnerPageUrl(
  { makePaymentUrl, jwt }: { makePaymentUrl: string; jwt: string },
  backTo: string,
): string {
  const url = new URL(makePaymentUrl);
  url.searchParams.set('jwt', jwt);
  url.searchParams.set('redirectUrl', backTo);
  return url.href;
}
