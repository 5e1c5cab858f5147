import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import type { requestRenewalPayment as operation } from '@postern/contract/partner-billing';
import { parseDomainName } from '@postern/domain/addresses';
import { toAmountNumber } from '@postern/domain/money';
import type { Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { PartnerContext } from '../../../http/request-context.ts';
import { findBundleOfPartner } from '../../bundles/public.ts';
import { lockBilledOrders } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { takerOf } from '../due/prepare-charge.ts';
import { findOpenPayment, findQuote, type PaymentRow } from '../payment/payment-repository.ts';
import { insertFor } from '../payment/start-payment.ts';
import { insertQuote, quoteChange } from '../quote/quote-change.ts';
import { requestPayment } from './request-payment.ts';

type Wish = ParsedInputOf<typeof operation>;

/** Starts the payment of an order's next period for the partner's own server, which takes it without the customer. */
export async function requestRenewalPayment(
  deps: BillingDeps,
  { partner }: PartnerContext,
  wish: Wish,
): Promise<OutputOf<typeof operation>> {
  const payment = await deps.db.asSystem((tx) => findOrStart(tx, deps, partner.partnerId, wish));
  const { makePaymentUrl, jwt } = await requestPayment(deps, payment);
  const { paymentId: trackingId, quoteId, amountMinor } = payment;
  const currency = payment.currency as OutputOf<typeof operation>['currency'];
  return { makePaymentUrl, jwt, trackingId, quoteId, amountToBePaid: toAmountNumber(amountMinor), currency };
}

async function findOrStart(tx: Queryable, deps: BillingDeps, partnerId: number, wish: Wish): Promise<PaymentRow> {
  const domain = parseDomainName(wish.domainName);
  if (!domain.ok) throw invalid([{ path: 'domainName', code: domain.code, message: 'Send a domain name.' }]);
  const key = await findBundleOfPartner(tx, partnerId, domain.value);
  if (key === null) throw new PanelError('NOT_FOUND');
  if ((await takerOf(tx, partnerId)) !== 'partner-page') throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE');
  const { orderType } = wish;
  const billed = (await lockBilledOrders(tx, key)).find(({ order }) => order.product === orderType);
  if (billed === undefined) throw new PanelError('NOT_FOUND');
  // Nobody but the customer brings back what they ended, or renews what they want to pay for by hand.
  if (billed.billing.cancelledAt !== null) throw new PanelError('SUBSCRIPTION_CANCELLED');
  if (!billed.order.autoRenew) throw new PanelError('PURCHASE_CLOSED', { reason: 'auto_renew_off' });
  const open = await findOpenPayment(tx, billed.order);
  if (open !== null) {
    const asked = await findQuote(tx, open, open.quoteId);
    // The customer may be on the page right now: the same payment, so that it is taken once. What else they started is theirs to pay.
    if (open.gateway === 'partner-page' && asked?.items[0]?.action === 'renew') return open;
    throw new PanelError('PURCHASE_CLOSED');
  }
  const now = deps.clock.now();
  const change = { orderItems: [{ orderType, action: 'renew' as const }], monthExtension: 0 };
  const current = await quoteChange(tx, billed, change, { partnerId, now });
  // A free renewal needs no payment: the sweep renews the order.
  if (current.sum.toPayMinor === 0) throw new PanelError('PURCHASE_CLOSED');
  const row = await insertQuote(tx, billed, change, current, now);
  return insertFor(tx, deps, { billed, row, partnerId, wish: {}, savesCard: false, now });
}
