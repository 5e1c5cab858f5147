import { toDecimalString } from '@postern/domain/money';
import { PanelError } from '../../../http/panel-error.ts';
import { readBundle, readCustomerForMail } from '../../bundles/public.ts';
import { findPlan } from '../../plans/public.ts';
import { type PaymentRequest, signPaymentRequest } from '../../purchase/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { findQuote, type PaymentRow } from '../payment/payment-repository.ts';
import { payableUntil } from './payable-until.ts';

/** Where the customer pays for a change or a renewal, and how much: signed for the partner, with the quote that is paid. */
export async function requestPayment(deps: BillingDeps, payment: PaymentRow): Promise<PaymentRequest> {
  const found = await deps.db.asSystem(async (tx) => {
    const quote = await findQuote(tx, payment, payment.quoteId);
    const bundle = await readBundle(tx, payment);
    const reader = await readCustomerForMail(tx, payment.customerId);
    const plan = quote === null ? null : await findPlan(tx, quote.change.after.planId);
    return quote === null || bundle === null ? null : { quote, bundle, reader, plan };
  });
  if (found === null) throw new PanelError('BUNDLE_NOT_FOUND');
  const { quote, bundle, reader, plan } = found;
  const { after, lines } = quote.change;
  const discounted = lines.find(({ discount }) => discount !== undefined);
  const claims = {
    trackingId: payment.paymentId,
    quoteId: quote.quoteId,
    action: quote.items[0]?.action,
    domainName: bundle.domainName,
    customerEmailAddress: reader?.billingAddress.email,
    planType: plan?.type,
    billingCycle: after.billingCycle,
    noOfAccounts: after.noOfAccounts,
    ...(discounted?.discount ? { discountCode: discounted.discount.code } : {}),
    amount: toDecimalString(payment.amountMinor),
    currency: payment.currency,
  };
  return signPaymentRequest(deps, bundle.partnerId, claims, payableUntil(quote, payment));
}
