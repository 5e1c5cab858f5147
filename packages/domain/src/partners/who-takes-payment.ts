/** Who takes a buyer's money: the panel by card, the partner by its own bill, or the partner on its payment page. Spec 1 §4, Partner pays. */
export type PaymentTaker = 'panel' | 'partner' | 'partner-page';

type Payments = {
  flags: { forgoPayments: boolean; hideBillingPageOnPaymentViaPartner: boolean };
  paymentEnabled: boolean;
};

/** How a partner's customers pay. A partner that bills its customers itself needs no payment page. */
export function whoTakesPayment(partner: Payments): PaymentTaker {
  if (partner.flags.forgoPayments || !partner.paymentEnabled) return 'partner';
  return partner.flags.hideBillingPageOnPaymentViaPartner ? 'partner-page' : 'panel';
}
