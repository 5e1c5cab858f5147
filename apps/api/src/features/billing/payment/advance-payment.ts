import { type Intent, PaymentGatewayError } from '@postern/adapter-payment/port';
import { needsConfirmation } from '@postern/domain/billing';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { findLatestCard, insertSavedCard, removeSavedCard } from '../../purchase/public.ts';
import { type BilledOrder, lockBilledOrders, lockBuyerForTaxes, writeLife } from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { addOnOf, endAddOn } from '../due/end-add-on-trial.ts';
import { noteFailedRenewal } from '../due/note-failed-renewal.ts';
import { isExtraTry } from '../due/renew-with-new-card.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import { isOnlyBundle } from '../speaks-for-customer.ts';
import { applyQuote, invoiceSale } from './apply-quote.ts';
import { bookAdvance, bookRefund, bookSale, isAtPartner } from './book-payment.ts';
import { isQuoteStale } from './is-quote-stale.ts';
import {
  findOpenPayment,
  findPayment,
  findQuote,
  lockPayment,
  type PaymentKey,
  type PaymentRow,
  updatePayment,
} from './payment-repository.ts';

/**
 * Moves a payment as far as it can go now, and returns it. It is called on any news: from the browser, a webhook, or the sweep after a
 * crash. The gateway is asked between transactions, and can be asked again; each step checks the state under the locks.
 */
export async function advancePayment(deps: BillingDeps, key: PaymentKey): Promise<PaymentRow> {
  return advanceFrom(deps, await readPayment(deps, key));
}

/** The same for a payment that was just read or written. `isNew`: it was written less than a minute ago. */
export async function advanceFrom(deps: BillingDeps, seen: PaymentRow, { isNew = false } = {}): Promise<PaymentRow> {
  let payment = seen;
  for (let steps = 0; steps < 5; steps += 1) {
    const from = payment;
    if (from.state === 'open') {
      const end = await hearOf(deps, from, isNew && steps === 0);
      if (end === null) return from;
      payment = await deps.db.asSystem((tx) => finish(tx, deps, from, end));
    } else if (from.state === 'refunding' && from.gateway !== 'partner-page') {
      await refund(deps, from);
      payment = await readPayment(deps, from);
    } else return from;
  }
  throw new Error('The payment does not come to rest.');
}

async function readPayment({ db }: BillingDeps, key: PaymentKey): Promise<PaymentRow> {
  const payment = await db.asSystem((tx) => findPayment(tx, key));
  if (payment === null) throw new Error('The payment does not exist.');
  return payment;
}

/** How a payment ended: the gateway's intent, `agreed` where nobody has to be asked, or why it can't be paid. */
export type PaymentEnd =
  | { kind: 'paid'; intent: Intent | null }
  | { kind: 'given-up' }
  | { kind: 'failed'; intentId: string | null; failure: { code: string; reason?: string } };

async function hearOf(deps: BillingDeps, payment: PaymentRow, isNew: boolean): Promise<PaymentEnd | null> {
  // The partner's settlement reports that, and ends the payment itself.
  if (payment.gateway === 'partner-page') return null;
  if (payment.gateway === 'none' || payment.gateway === 'partner')
    // A renewal is agreed to beforehand; a change is when the customer confirms it.
    return payment.kind === 'change' ? null : { kind: 'paid', intent: null };
  if (payment.paymentMethodId !== null)
    return chargeSaved(deps, payment, { paymentMethodId: payment.paymentMethodId, isNewKey: isNew });
  if (payment.intentId === null) return null;
  const intent = await deps.gateway.readIntent(payment.intentId);
  if (intent.status === 'succeeded') return { kind: 'paid', intent };
  const isAtBank = intent.status === 'processing';
  // Its buyer may have left, and finds on the billing page what became of it.
  if (isAtBank !== payment.isAtBank) await deps.db.asSystem((tx) => updatePayment(tx, payment, { isAtBank }));
  return intent.status === 'canceled' ? { kind: 'given-up' } : null;
}

/** Charges the saved card, once however often this is called: the key names the charge. */
async function chargeSaved(
  deps: BillingDeps,
  payment: PaymentRow,
  card: { paymentMethodId: string; isNewKey: boolean },
): Promise<PaymentEnd | null> {
  try {
    const intent = await deps.gateway.chargeOffSession({
      idempotencyKey: payment.chargeKey,
      ...card,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      description: 'Email',
      metadata: metadataOf(payment),
      customerReference: payment.customerId,
    });
    if (intent.status === 'processing') return null;
    if (intent.status === 'succeeded') return { kind: 'paid', intent };
    const { code = intent.status, declineCode } = intent.failure ?? {};
    const failure = declineCode === undefined ? { code } : { code, reason: declineCode };
    return { kind: 'failed', intentId: intent.intentId, failure };
  } catch (error) {
    if (!(error instanceof PaymentGatewayError) || error.code !== 'payment_method_unknown') throw error;
    return { kind: 'failed', intentId: null, failure: { code: 'saved_card_unavailable' } };
  }
}

/** The metadata that the gateway stores with a payment. */
export const metadataOf = ({ paymentId, bundleId, kind }: PaymentRow) => ({ paymentId, bundleId, kind });

/** Under the locks of order and payment: the money is booked and the order changed, or the payment is over. Returns the payment as it is now. */
export async function finish(tx: Queryable, deps: BillingDeps, seen: PaymentRow, end: PaymentEnd): Promise<PaymentRow> {
  const now = await takeEnd(tx, deps, seen, end);
  // One that is paid has written what is due next, and holds its invoice's series.
  if (seen.kind !== 'change' && now.state !== 'paid') await wakeOrder(tx, seen);
  return now;
}

async function takeEnd(tx: Queryable, deps: BillingDeps, seen: PaymentRow, end: PaymentEnd): Promise<PaymentRow> {
  // The invoice names the buyer of this moment, so nobody changes who that is until it is written.
  const buyer = isAtPartner(seen) ? null : await lockBuyerForTaxes(tx, seen.customerId);
  const orders = await lockBilledOrders(tx, seen);
  const [payment, quote] = await Promise.all([lockPayment(tx, seen), findQuote(tx, seen, seen.quoteId)]);
  if (payment.state !== 'open') return payment;
  // Meanwhile someone has received a secret to pay with.
  if (end.kind === 'given-up' && payment.intentId !== seen.intentId) return payment;
  const updatedAt = deps.clock.now();
  const billed = orders.find(({ order }) => order.orderId === payment.orderId) ?? null;
  if (end.kind === 'failed') {
    const failed = { state: 'failed' as const, failure: end.failure, intentId: end.intentId, updatedAt };
    await updatePayment(tx, payment, failed);
    if (end.failure.code === 'saved_card_unavailable')
      await removeSavedCard(tx, {
        customerId: payment.customerId,
        paymentMethodId: payment.paymentMethodId ?? '',
        removedAt: updatedAt,
      });
    if (payment.kind === 'renewal' && billed !== null) {
      const other = await findLatestCard(tx, payment.customerId, deps.gateway.name, updatedAt);
      await noteFailedRenewal(tx, billed, end.failure, { isExtra: isExtraTry(payment), hasOtherCard: other !== null });
      const { amountMinor, createdAt: at } = payment;
      const { code, reason } = end.failure;
      const kind = needsConfirmation(reason ?? code) ? 'confirm-payment' : 'payment-failed';
      await mailCustomer(tx, deps, billed, { kind, at, amountMinor });
    }
    if (payment.kind === 'add-on' && billed !== null) await giveUpAddOn(tx, deps, billed, payment);
    return { ...payment, ...failed };
  }
  const isStale = quote === null || billed === null || (await isQuoteStale(tx, payment, quote, billed, buyer));
  // The partner collects later, so nothing has to be given back.
  const isUnpaid = payment.amountMinor === 0 || payment.gateway === 'partner';
  if (end.kind === 'given-up' || (isStale && isUnpaid)) {
    await updatePayment(tx, payment, { state: 'given-up', updatedAt });
    return { ...payment, state: 'given-up', updatedAt };
  }
  const intentId = end.intent?.intentId ?? payment.intentId;
  // A renewal takes effect as of the instant when it was due, however late it runs.
  const at = payment.kind === 'change' ? updatedAt : payment.createdAt;
  if (isStale) {
    return owe(tx, deps, { ...payment, intentId }, 'ORDER_CHANGED', at);
  }
  await applyQuote(tx, deps, { billed, quote, payment, at });
  if (end.intent?.card !== undefined && billed.order.autoRenew && (await isCardToSave(tx, payment)))
    await insertSavedCard(tx, {
      customerId: payment.customerId,
      gateway: deps.gateway.name,
      createdAt: updatedAt,
      ...end.intent.card,
    });
  const paid = { state: 'paid' as const, intentId, updatedAt };
  await Promise.all([
    bookSale(tx, payment, quote, { reference: intentId ?? `settlement/${payment.paymentId}`, at }),
    updatePayment(tx, payment, paid),
  ]);
  // A partner that takes the payment sends its own invoices. From here on the series is locked, so nothing slow may follow.
  if (!isAtPartner(payment)) await invoiceSale(tx, deps, { billed, quote, payment, at }, end.intent);
  return { ...payment, ...paid };
}

/** Whether the card that was typed in for a payment pays the renewals of all the customer's domains from now on. */
const isCardToSave = async (tx: Queryable, payment: PaymentRow): Promise<boolean> =>
  payment.paymentMethodId === null &&
  payment.savesCard &&
  (!payment.isCardOfAdmin || (await isOnlyBundle(tx, { customerId: payment.customerId, bundleId: payment.bundleId })));

/** An add-on's trial is over and the charge failed: the add-on ends, and the plan goes on. */
async function giveUpAddOn(tx: Queryable, deps: BillingDeps, billed: BilledOrder, payment: PaymentRow): Promise<void> {
  const quote = await findQuote(tx, payment, payment.quoteId);
  const addOnId = quote === null ? null : addOnOf(quote.change);
  if (addOnId !== null) await endAddOn(tx, deps, billed, { addOnId, at: payment.createdAt });
}

/** The gateway took money for a payment that was given up: it goes back. */
export async function refundGivenUp(deps: BillingDeps, key: PaymentKey): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    const payment = await lockPayment(tx, key);
    if (payment.state !== 'given-up' || payment.intentId === null) return;
    await owe(tx, deps, payment, 'ORDER_CHANGED');
  });
}

/** Books money that was paid for something no longer available as owed to the customer. */
export async function owe(
  tx: Queryable,
  { clock }: Pick<BillingDeps, 'clock'>,
  payment: PaymentRow,
  code: 'ORDER_CHANGED' | 'QUOTE_EXPIRED',
  at = clock.now(),
): Promise<PaymentRow> {
  await bookAdvance(tx, payment, at);
  const { intentId } = payment;
  const owed = { state: 'refunding' as const, failure: { code }, intentId, updatedAt: clock.now() };
  await updatePayment(tx, payment, owed);
  if (payment.gateway !== 'partner-page') return { ...payment, ...owed };
  // The partner has the money. Only it can give it back; an event tells it to.
  const { customerId, bundleId, orderId, quoteId, paymentId: trackingId, amountMinor, currency } = payment;
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'payment.refund-due', target: orderId },
    attrs: { trackingId, quoteId, amountMinor, currency, code },
  });
  return { ...payment, ...owed };
}

/** The order was held for its renewal, which may have changed nothing, or the add-on that it was for is gone: something is due again. */
async function wakeOrder(tx: Queryable, { orderId, ...key }: PaymentRow): Promise<void> {
  const billed = (await lockBilledOrders(tx, key)).find(({ order }) => order.orderId === orderId);
  if (billed === undefined || billed.billing.dueAt !== null) return;
  if ((await findOpenPayment(tx, billed.order)) === null) await writeLife(tx, billed, {});
}

async function refund(deps: BillingDeps, payment: PaymentRow): Promise<void> {
  const { refundId } = await deps.gateway.refund({
    idempotencyKey: `refund/${payment.paymentId}`,
    intentId: payment.intentId ?? '',
    amountMinor: payment.amountMinor,
    reason: payment.failure?.code ?? 'order changed',
  });
  await deps.db.asSystem(async (tx) => {
    const row = await lockPayment(tx, payment);
    if (row.state === 'refunding') await bookRefund(tx, deps, row, refundId);
  });
}
