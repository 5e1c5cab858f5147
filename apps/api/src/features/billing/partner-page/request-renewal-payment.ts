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
import { finish } from '../payment/advance-payment.ts';
import { findOpenPayment, type PaymentRow } from '../payment/payment-repository.ts';
import { insertFor } from '../payment/start-payment.ts';
import { insertQuote, quoteChange } from '../quote/quote-change.ts';
import { renewalPayableUntil } from './payable-until.ts';
import { requestPayment } from './request-payment.ts';

type Wish = ParsedInputOf<typeof operation>;

/** What a server needs to take a payment and to tell us. */
const SHORTEST_MILLIS = 3 * 60_000;

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
  const now = deps.clock.now();
  const open = await findOpenPayment(tx, billed.order);
  if (open !== null) {
    const until = await renewalPayableUntil(tx, open);
    // What else the customer started is theirs to pay.
    if (until === null) throw new PanelError('PURCHASE_CLOSED');
    const left = until.getTime() - now.getTime();
    // They may be on the page right now: the same payment, so that it is taken once.
    if (left >= SHORTEST_MILLIS) return open;
    // Too short for another one to take it, and another payment beside it might be taken too.
    if (left > 0) throw new PanelError('PURCHASE_CLOSED', { retryAfterSeconds: Math.ceil(left / 1000) });
    await finish(tx, deps, open, { kind: 'given-up' });
  }
  const change = { orderItems: [{ orderType, action: 'renew' as const }], monthExtension: 0 };
  const current = await quoteChange(tx, billed, change, { partnerId, now });
  // A free renewal needs no payment: the sweep renews the order.
  if (current.sum.toPayMinor === 0) throw new PanelError('PURCHASE_CLOSED');
  const row = await insertQuote(tx, billed, change, current, now);
  return insertFor(tx, deps, { billed, row, partnerId, wish: {}, savesCard: false, isCardOfAdmin: false, now });
}
