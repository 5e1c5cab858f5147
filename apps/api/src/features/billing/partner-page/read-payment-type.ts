import { IN_APP_PAYMENT, type readPaymentType as operation } from '@postern/contract/billing';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { readBundle } from '../../bundles/public.ts';
import { signPaymentRequest } from '../../purchase/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { takerOf } from '../due/prepare-charge.ts';
import { findQuote } from '../payment/payment-repository.ts';
import { startPayment } from '../payment/start-payment.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';

type Answer = OutputOf<typeof operation>;

const IN_APP: Answer = { makePaymentUrl: IN_APP_PAYMENT, jwt: null, trackingId: null };

/** Where the customer pays: in the panel's routes, or on the partner's page, with a signed request for it. Spec 1 §4, payment type per route. */
export async function readPaymentType(
  deps: BillingDeps,
  context: SessionContext,
  { action, quoteId }: ParsedInputOf<typeof operation>,
): Promise<Answer> {
  assertMayPay(context);
  const { customerId, bundleId, partnerId, email } = context.actor;
  const found = await deps.db.asSystem(async (tx) => ({
    taker: await takerOf(tx, partnerId),
    bundle: await readBundle(tx, { customerId, bundleId }),
    quote: quoteId === undefined ? null : await findQuote(tx, { customerId, bundleId }, quoteId),
  }));
  if (quoteId !== undefined && found.quote === null) throw new PanelError('NOT_FOUND');
  // If nothing is due now, as for an add-on with a trial, the customer agrees in the panel.
  if (found.taker !== 'partner-page' || found.quote?.sum.toPayMinor === 0) return IN_APP;
  if (quoteId !== undefined) {
    const { makePaymentUrl, jwt, trackingId } = await startPayment(deps, context, { quoteId });
    // The partner has just switched to payments in the panel.
    if (makePaymentUrl === undefined || jwt === undefined) return IN_APP;
    return { makePaymentUrl, jwt, trackingId };
  }
  const claims = { action, domainName: found.bundle?.domainName, customerEmailAddress: email };
  return { ...(await signPaymentRequest(deps, partnerId, claims)), trackingId: null };
}
