import type { startPayment as operation, Quote } from '@postern/contract/billing';
import type { OutputOf, ParsedInputOf } from '@postern/contract/operation';
import { parseDecimalMinor, toAmountNumber } from '@postern/domain/money';
import { whoTakesPayment } from '@postern/domain/partners';
import type { Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { newId } from '../../../runtime/ids.ts';
import { findPartner } from '../../partners/public.ts';
import { findSavedCard, gatewayCall } from '../../purchase/public.ts';
import type { BilledOrder } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { publishableKeyOf } from '../card/add-card.ts';
import { assertMayPay, countQuote, lockOrderOf, viewOf } from '../quote/calculate-charge.ts';
import { speaksForCustomer } from '../speaks-for-customer.ts';
import { insertQuote, isStillSo, type QuoteRow, quoteChange } from '../quote/quote-change.ts';
import { insertPartnerPayment } from '../partner-page/partner-payment-repository.ts';
import { requestPayment } from '../partner-page/request-payment.ts';
import { metadataOf } from './advance-payment.ts';
import { giveUpPayment } from './give-up-payment.ts';
import {
  findOpenPayment,
  findPaymentOfClient,
  findPaymentOfQuote,
  findQuote,
  insertPayment,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payment-repository.ts';

type Wish = ParsedInputOf<typeof operation>;
type Answer = OutputOf<typeof operation>;

/** What the first transaction found: a payment to continue, another one in the way, or a quote that no longer holds. */
type Found =
  | { kind: 'payment'; payment: PaymentRow }
  | { kind: 'in-the-way'; payment: PaymentRow }
  | { kind: 'changed'; quote: Quote };

/**
 * Starts to pay a quote. The same quote or client's id gets the same payment. A payment of another quote of the order is given up first, so
 * that an order never waits for two; if that one was paid meanwhile, it counts, and this quote no longer holds.
 */
export async function startPayment(deps: BillingDeps, context: SessionContext, wish: Wish): Promise<Answer> {
  assertMayPay(context);
  await countQuote(deps, context);
  for (let tries = 0; tries < 4; tries += 1) {
    const found = await deps.db.asSystem((tx) => findOrInsert(tx, deps, context, wish));
    if (found.kind === 'changed') {
      const { amountToBePaid: chargeableAmount, currency } = found.quote;
      throw new PanelError('AMOUNT_CHANGED', { chargeableAmount, currency, quote: found.quote });
    }
    if (found.kind === 'payment') return toAnswer(deps, await withIntent(deps, found.payment));
    await gatewayCall(() => giveUpPayment(deps, found.payment));
  }
  throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
}

async function findOrInsert(tx: Queryable, deps: BillingDeps, context: SessionContext, wish: Wish): Promise<Found> {
  const { actor } = context;
  const { customerId, bundleId, partnerId } = actor;
  const key = { customerId, bundleId };
  const now = deps.clock.now();
  const known = wish.quoteId === undefined ? null : await findQuote(tx, key, wish.quoteId);
  if (wish.quoteId !== undefined && known === null) throw new PanelError('NOT_FOUND');
  const items = known?.items ?? wish.orderItems;
  if (items === undefined)
    throw invalid([
      { path: 'quoteId', code: 'required', message: 'Send a quoteId, or orderItems and chargeableAmount.' },
    ]);
  const change = { orderItems: items, monthExtension: known?.monthExtension ?? wish.monthExtension ?? 0 };
  const billed = await lockOrderOf(tx, context, items);
  const before =
    (wish.clientTrackingId === undefined ? null : await findPaymentOfClient(tx, key, wish.clientTrackingId)) ??
    (known === null ? null : await findPaymentOfQuote(tx, key, known.quoteId));
  if (before !== null) {
    const isLate =
      known !== null && known.validUntil <= now && before.intentId === null && before.paymentMethodId === null;
    if (before.state === 'paid' || (before.state === 'open' && !isLate)) return { kind: 'payment', payment: before };
    throw new PanelError('QUOTE_EXPIRED');
  }
  if (known !== null && known.validUntil <= now) throw new PanelError('QUOTE_EXPIRED');
  const open = await findOpenPayment(tx, billed.order);
  if (open !== null) return { kind: 'in-the-way', payment: open };
  const current = await quoteChange(tx, billed, change, { partnerId, now });
  const holds =
    known === null
      ? wish.chargeableAmount !== undefined && parseDecimalMinor(wish.chargeableAmount) === current.sum.toPayMinor
      : isStillSo(known, billed, current);
  const row = known !== null && holds ? known : await insertQuote(tx, billed, change, current, now);
  if (!holds) return { kind: 'changed', quote: await viewOf(tx, deps, { row, billed, ...current.along }, actor) };
  const savesCard = await speaksForCustomer(tx, actor);
  const card = { savesCard, isCardOfAdmin: savesCard && actor.mailboxId !== null };
  return { kind: 'payment', payment: await insertFor(tx, deps, { billed, row, partnerId, wish, ...card, now }) };
}

type New = {
  billed: BilledOrder;
  row: QuoteRow;
  partnerId: number;
  wish: Pick<Wish, 'clientTrackingId' | 'paymentMethodId'>;
  savesCard: boolean;
  isCardOfAdmin: boolean;
  now: Date;
};

/** Writes the payment of a quote that holds. Needs the order's lock. */
export async function insertFor(
  tx: Queryable,
  deps: BillingDeps,
  { billed, row, partnerId, wish, savesCard, isCardOfAdmin, now }: New,
) {
  const paymentId = newId(now);
  const { customerId, bundleId, orderId } = billed.order;
  const gateway = await gatewayFor(tx, deps, partnerId, row.sum.toPayMinor);
  const payment: PaymentRow = {
    ...{ customerId, bundleId, orderId, paymentId },
    quoteId: row.quoteId,
    kind: 'change',
    clientTrackingId: wish.clientTrackingId ?? null,
    state: 'open',
    gateway,
    chargeKey: `change/${paymentId}`,
    amountMinor: row.sum.toPayMinor,
    currency: row.currency,
    intentId: null,
    sealedClientSecret: null,
    paymentMethodId: gateway === deps.gateway.name ? await savedCardOf(tx, billed, gateway, wish) : null,
    ...{ savesCard, isCardOfAdmin },
    isAtBank: false,
    failure: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertPayment(tx, payment);
  if (gateway === 'partner-page')
    await insertPartnerPayment(tx, { paymentId, partnerId, customerId, bundleId, createdAt: now });
  return payment;
}

/** The saved card that is to pay; the server charges it, and nothing is confirmed in the browser. */
async function savedCardOf(
  tx: Queryable,
  { order: { customerId } }: BilledOrder,
  gateway: BillingDeps['gateway']['name'],
  { paymentMethodId }: Pick<Wish, 'paymentMethodId'>,
): Promise<string | null> {
  if (paymentMethodId === undefined) return null;
  if ((await findSavedCard(tx, { customerId, gateway, paymentMethodId })) === null)
    throw new PanelError('CARD_NOT_FOUND');
  return paymentMethodId;
}

/** Who takes the money. */
async function gatewayFor(tx: Queryable, deps: BillingDeps, partnerId: number, amountMinor: number) {
  if (amountMinor === 0) return 'none';
  const partner = await findPartner(tx, partnerId);
  const taker = partner === null ? 'panel' : whoTakesPayment(partner);
  return taker === 'panel' ? deps.gateway.name : taker;
}

/** Creates the gateway's intent, unless it exists or none is needed. Because of the key, all callers get the same one. */
async function withIntent(deps: BillingDeps, payment: PaymentRow): Promise<PaymentRow> {
  const needsNone = payment.gateway !== deps.gateway.name;
  if (needsNone || payment.paymentMethodId !== null || payment.intentId !== null || payment.state !== 'open')
    return payment;
  const intent = await gatewayCall(() =>
    deps.gateway.createPaymentIntent({
      idempotencyKey: payment.chargeKey,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      description: 'Email',
      metadata: metadataOf(payment),
      saveCard: payment.savesCard,
      customerReference: payment.customerId,
    }),
  );
  return deps.db.asSystem(async (tx) => {
    const current = await lockPayment(tx, payment);
    if (current.intentId !== null) return current;
    if (current.state !== 'open') throw new PanelError('PURCHASE_CLOSED');
    const change = {
      intentId: intent.intentId,
      sealedClientSecret: deps.sealer.seal(intent.clientSecret, `payment/${payment.paymentId}`),
      updatedAt: deps.clock.now(),
    };
    await updatePayment(tx, payment, change);
    return { ...current, ...change };
  });
}

const toAnswer = async (deps: BillingDeps, payment: PaymentRow): Promise<Answer> => ({
  ...publishableKeyOf(deps),
  trackingId: payment.paymentId,
  chargeableAmount: toAmountNumber(payment.amountMinor),
  currency: payment.currency as Answer['currency'],
  stripeSecret:
    payment.sealedClientSecret === null
      ? null
      : deps.sealer.open(payment.sealedClientSecret, `payment/${payment.paymentId}`),
  gateway: payment.gateway === 'partner-page' ? 'partner' : payment.gateway,
  ...(payment.gateway === 'partner-page' && payment.state === 'open' ? await requestPayment(deps, payment) : {}),
});
