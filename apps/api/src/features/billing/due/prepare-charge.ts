import { type PaymentTaker, whoTakesPayment } from '@postern/domain/partners';
import type { Queryable } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { findPartner } from '../../partners/public.ts';
import { findLatestCard } from '../../purchase/public.ts';
import { type BilledOrder, holdOrder } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { insertPayment, type PaymentRow } from '../payment/payment-repository.ts';
import { type ChangeWish, newQuote, type Priced, writeQuote } from '../quote/quote-change.ts';

type Payer = Pick<PaymentRow, 'gateway' | 'paymentMethodId'>;
type Asked = { partnerId: number; customerId: string; amountMinor: number; at: Date };

/** Who pays an automatic charge: nobody if it is 0, the partner, or the card saved last. Null if nobody can pay. */
export async function payerOf(tx: Queryable, deps: BillingDeps, asked: Asked): Promise<Payer | null> {
  if (asked.amountMinor === 0) return { gateway: 'none', paymentMethodId: null };
  const [taker, card] = await Promise.all([
    takerOf(tx, asked.partnerId),
    findLatestCard(tx, asked.customerId, deps.gateway.name, asked.at),
  ]);
  if (taker === 'partner') return { gateway: 'partner', paymentMethodId: null };
  // The partner's payment page needs the customer there, so it can't take an automatic charge.
  if (taker === 'partner-page') return null;
  return card === null ? null : { gateway: deps.gateway.name, paymentMethodId: card.paymentMethodId };
}

/** Who takes the payments of a partner's customers. */
export async function takerOf(tx: Queryable, partnerId: number): Promise<PaymentTaker> {
  const partner = await findPartner(tx, partnerId);
  return partner === null ? 'panel' : whoTakesPayment(partner);
}

type Charge = {
  kind: 'renewal' | 'add-on';
  payer: Payer;
  wish: ChangeWish;
  next: Priced;
  at: Date;
  /** The beginning of the charge's key, if it isn't the kind. */
  keyPrefix?: string;
};

/** Writes the quote and the payment of an automatic charge before it is made, so that a crash can't repeat or lose it. */
export async function prepareCharge(
  tx: Queryable,
  { clock }: Pick<BillingDeps, 'clock'>,
  billed: BilledOrder,
  { kind, payer, wish, next, at, keyPrefix = `${kind}/` }: Charge,
): Promise<PaymentRow> {
  const { order } = billed;
  const quote = newQuote(billed, wish, next, at);
  const paymentId = newId(at);
  const payment: PaymentRow = {
    ...{ customerId: order.customerId, bundleId: order.bundleId, orderId: order.orderId },
    paymentId,
    quoteId: quote.quoteId,
    kind,
    clientTrackingId: null,
    state: 'open',
    ...payer,
    // The key is for this payment only: a later one, for another sum or after a refund, must really charge.
    chargeKey: `${keyPrefix}${paymentId}`,
    amountMinor: next.sum.toPayMinor,
    currency: order.currency,
    intentId: null,
    sealedClientSecret: null,
    // Nobody types one in.
    ...{ savesCard: false, isCardOfAdmin: false },
    isAtBank: false,
    failure: null,
    createdAt: at,
    updatedAt: clock.now(),
  };
  // The order is held, which keeps other due steps off it until this payment ends.
  await Promise.all([writeQuote(tx, quote), insertPayment(tx, payment), holdOrder(tx, order)]);
  return payment;
}
