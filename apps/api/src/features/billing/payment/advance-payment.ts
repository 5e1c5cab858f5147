import { type Intent, PaymentGatewayError } from '@postern/adapter-payment/port';
import { fundSale, isReverseCharge, needsConfirmation } from '@postern/domain/billing';
import { journalOfAdvance, journalOfRefund, journalOfSale } from '@postern/domain/books';
import { type PlainDate, startOfDayMillis } from '@postern/domain/dates';
import type { PaymentTaker } from '@postern/domain/partners';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { settleAddOns } from '../../add-ons/public.ts';
import { writeJournal } from '../../books/public.ts';
import { readBundle, readCustomerForMail } from '../../bundles/public.ts';
import { issueInvoice, mailCreditNote, mailReceipt } from '../../invoices/public.ts';
import { fitMailboxesToPlan } from '../../mailboxes/public.ts';
import { findPlan } from '../../plans/public.ts';
import { findLatestCard, insertSavedCard, readNamedCountry, removeSavedCard } from '../../purchase/public.ts';
import {
  type BilledOrder,
  holdingsOf,
  lockBilledOrders,
  lockBuyerForTaxes,
  readCustomerTaxes,
  readMailboxCount,
  readScheduledRefusal,
  subscriptionOf,
  writeLife,
  writeSubscription,
} from '../../subscriptions/public.ts';
import { keepEvidence } from '../../tax-evidence/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import { addOnOf, endAddOn } from '../due/end-add-on-trial.ts';
import { noteFailedRenewal } from '../due/note-failed-renewal.ts';
import { isExtraTry } from '../due/renew-with-new-card.ts';
import { resumeService } from '../due/stop-service.ts';
import { type QuoteRow, usesHeldCredit } from '../quote/quote-change.ts';
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
 * crash. What the gateway says is asked between transactions and can be asked again; each step checks the state under the locks.
 */
export async function advancePayment(deps: BillingDeps, key: PaymentKey): Promise<PaymentRow> {
  for (let steps = 0; steps < 5; steps += 1) {
    const payment = await deps.db.asSystem((tx) => findPayment(tx, key));
    if (payment === null) throw new Error('The payment does not exist.');
    if (payment.state === 'open') {
      const end = await hearOf(deps, payment);
      if (end === null) return payment;
      await deps.db.asSystem((tx) => finish(tx, deps, payment, end));
    } else if (payment.state === 'refunding' && payment.gateway !== 'partner-page') await refund(deps, payment);
    else return payment;
  }
  throw new Error('The payment does not come to rest.');
}

/** How a payment ended: the gateway's intent, `agreed` where nobody has to be asked, or why it can't be paid. */
export type PaymentEnd =
  | { kind: 'paid'; intent: Intent | null }
  | { kind: 'given-up' }
  | { kind: 'failed'; intentId: string | null; failure: { code: string; reason?: string } };

async function hearOf(deps: BillingDeps, payment: PaymentRow): Promise<PaymentEnd | null> {
  // The partner's settlement says so, and ends the payment itself.
  if (payment.gateway === 'partner-page') return null;
  if (payment.gateway === 'none' || payment.gateway === 'partner')
    // A renewal is agreed to beforehand; a change is when the customer confirms it.
    return payment.kind === 'change' ? null : { kind: 'paid', intent: null };
  if (payment.paymentMethodId !== null) return chargeSaved(deps, payment, payment.paymentMethodId);
  if (payment.intentId === null) return null;
  const intent = await deps.gateway.readIntent(payment.intentId);
  if (intent.status === 'succeeded') return { kind: 'paid', intent };
  return intent.status === 'canceled' ? { kind: 'given-up' } : null;
}

/** Charges the saved card, once however often this is called: the key names the charge. */
async function chargeSaved(
  deps: BillingDeps,
  payment: PaymentRow,
  paymentMethodId: string,
): Promise<PaymentEnd | null> {
  try {
    const intent = await deps.gateway.chargeOffSession({
      idempotencyKey: payment.chargeKey,
      paymentMethodId,
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

/** Under the locks of order and payment: the money is booked and the order changed, or the payment is over. */
export async function finish(tx: Queryable, deps: BillingDeps, seen: PaymentRow, end: PaymentEnd): Promise<void> {
  await takeEnd(tx, deps, seen, end);
  if (seen.kind !== 'change') await wakeOrder(tx, seen);
}

async function takeEnd(tx: Queryable, deps: BillingDeps, seen: PaymentRow, end: PaymentEnd): Promise<void> {
  // The invoice names the buyer of this moment, so nobody changes who that is until it is written.
  const buyer = isAtPartner(seen) ? null : await lockBuyerForTaxes(tx, seen.customerId);
  const orders = await lockBilledOrders(tx, seen);
  const payment = await lockPayment(tx, seen);
  if (payment.state !== 'open') return;
  // Somebody has got a secret to pay with meanwhile.
  if (end.kind === 'given-up' && payment.intentId !== seen.intentId) return;
  const updatedAt = deps.clock.now();
  const billed = orders.find(({ order }) => order.orderId === payment.orderId) ?? null;
  if (end.kind === 'failed') {
    await updatePayment(tx, payment, { state: 'failed', failure: end.failure, intentId: end.intentId, updatedAt });
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
    return;
  }
  const quote = await findQuote(tx, payment, payment.quoteId);
  const isStale =
    quote === null ||
    billed === null ||
    billed.billing.version !== quote.orderVersion ||
    (payment.kind === 'change' && (await leavesMailboxesUnpaid(tx, billed, quote))) ||
    isForAnotherBuyer(quote, buyer) ||
    (await owesTaxMeanwhile(tx, quote)) ||
    (await usesHeldCredit(tx, quote, billed));
  // The partner collects later, so nothing has to be given back.
  const isUnpaid = payment.amountMinor === 0 || payment.gateway === 'partner';
  if (end.kind === 'given-up' || (isStale && isUnpaid)) {
    await updatePayment(tx, payment, { state: 'given-up', updatedAt });
    return;
  }
  const intentId = end.intent?.intentId ?? payment.intentId;
  // What a renewal does is as of the instant when it was due, however late it runs.
  const at = payment.kind === 'change' ? updatedAt : payment.createdAt;
  if (isStale) {
    await owe(tx, deps, { ...payment, intentId }, 'ORDER_CHANGED', at);
    return;
  }
  await applyQuote(tx, deps, { billed, quote, payment, at });
  await bookSale(tx, payment, quote, { reference: intentId ?? `settlement/${payment.paymentId}`, at });
  if (end.intent?.card !== undefined && payment.paymentMethodId === null && payment.savesCard && billed.order.autoRenew)
    await insertSavedCard(tx, {
      customerId: payment.customerId,
      gateway: deps.gateway.name,
      createdAt: updatedAt,
      ...end.intent.card,
    });
  await updatePayment(tx, payment, { state: 'paid', intentId, updatedAt });
  // A partner that is paid invoices its customers itself. The series is locked from here on: nothing slow follows.
  if (!isAtPartner(payment)) await invoiceSale(tx, deps, { billed, quote, payment, at }, end.intent);
}

/** Whether a change gives up places that mailboxes have taken since it was quoted. */
async function leavesMailboxesUnpaid(tx: Queryable, { order }: BilledOrder, { change }: QuoteRow): Promise<boolean> {
  const { noOfAccounts } = change.after;
  if (order.product !== 'MailSuite' || noOfAccounts >= order.accountsPurchased) return false;
  return noOfAccounts < ((await readMailboxCount(tx, order)) ?? 0);
}

/** Whether what is invoiced was quoted for another country, company or tax id than the invoice would name. `buyer` is null if a partner sells. */
const isForAnotherBuyer = ({ taxedFor, change }: QuoteRow, buyer: string | null): boolean =>
  buyer !== null && taxedFor !== null && change.lines.length > 0 && taxedFor !== buyer;

/** Whether a quote without tax was made for another country or VAT number than the invoice would name. */
async function owesTaxMeanwhile(tx: Queryable, { change, customerId, bundleId, createdAt: at }: QuoteRow) {
  if (!change.lines.some(({ kind, taxes }) => kind === 'charge' && taxes.some(isReverseCharge))) return false;
  const held = await readBundle(tx, { customerId, bundleId });
  if (held === null) return false;
  return (await readCustomerTaxes(tx, { customerId, partnerId: held.partnerId, at })).isReverseCharge !== true;
}

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

/** Money came for something that can't be had any more. It is booked, and owed to the customer. */
export async function owe(
  tx: Queryable,
  { clock }: Pick<BillingDeps, 'clock'>,
  payment: PaymentRow,
  code: 'ORDER_CHANGED' | 'QUOTE_EXPIRED',
  at = clock.now(),
): Promise<void> {
  await bookAdvance(tx, payment, at);
  const { intentId } = payment;
  await updatePayment(tx, payment, { state: 'refunding', failure: { code }, intentId, updatedAt: clock.now() });
  if (payment.gateway !== 'partner-page') return;
  // The partner has the money. Only it can give it back, and it hears of that as an event.
  const { customerId, bundleId, orderId, quoteId, paymentId: trackingId, amountMinor, currency } = payment;
  await writeAudit(tx, clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'payment.refund-due', target: orderId },
    attrs: { trackingId, quoteId, amountMinor, currency, code },
  });
}

/** The order was held for its renewal, which may have changed nothing, or the add-on that it was for is gone: something is due again. */
async function wakeOrder(tx: Queryable, { orderId, ...key }: PaymentRow): Promise<void> {
  const billed = (await lockBilledOrders(tx, key)).find(({ order }) => order.orderId === orderId);
  if (billed === undefined || billed.billing.dueAt !== null) return;
  if ((await findOpenPayment(tx, billed.order)) === null) await writeLife(tx, billed, {});
}

/** The invoice of what was paid: the lines of its quote. */
async function invoiceSale(
  tx: Queryable,
  deps: BillingDeps,
  { billed, quote, payment, at }: Fulfilment,
  intent: Intent | null,
): Promise<void> {
  const { order } = billed;
  const { change, sum } = quote;
  const { after } = change;
  const card = intent?.card;
  const customer = await readCustomerForMail(tx, order.customerId);
  await keepEvidence(tx, {
    ...{ customerId: order.customerId, at, journalKey: journalKeyOf(payment) },
    billing: customer?.billingAddress.country,
    card: card?.country,
    partner: order.purchaseId === null ? null : await readNamedCountry(tx, order.purchaseId),
  });
  const issued = await issueInvoice(tx, {
    ...{ customerId: payment.customerId, bundleId: payment.bundleId, orderId: payment.orderId, at },
    journalKey: journalKeyOf(payment),
    currency: payment.currency,
    lines: change.lines,
    sum,
    planId: after.planId,
    formerPlanId: order.planId,
    addOnTypes: Object.fromEntries(after.addOns.map(({ addOnId, type }) => [addOnId, type])),
    billingCycle: after.billingCycle,
    card: card === undefined ? null : { brand: card.brand, lastFourDigits: card.lastFourDigits },
    nextOn: order.autoRenew ? (after.period?.to ?? null) : null,
  });
  if (issued?.kind === 'credit-note') await mailCreditNote(tx, deps, issued);
}

type Fulfilment = { billed: BilledOrder; quote: QuoteRow; payment: PaymentRow; at: Date };

async function applyQuote(tx: Queryable, deps: BillingDeps, { billed, quote, payment, at }: Fulfilment): Promise<void> {
  const { order } = billed;
  const { lines, after: changed } = quote.change;
  const { credit } = holdingsOf(billed);
  const funded = fundSale({ journalKey: journalKeyOf(payment), lines, sum: quote.sum, paid: changed.paid, credit });
  const after = { ...changed, paid: funded.paid, autoRenew: order.autoRenew };
  const isNewPeriod = after.period?.to !== billed.billing.periodTo;
  const life = isNewPeriod
    ? { isReminded: false, failures: 0, isHardDecline: false, declineCode: null, stoppedAt: null, deletionWarnings: 0 }
    : {};
  // Only a new period pays for a service that has stopped.
  const resumes = order.status === 'suspended' && isNewPeriod;
  const hasMonthOffer = quote.monthExtension === 0 && billed.billing.hasMonthOffer;
  await tellOfDroppedChange(tx, deps, { billed, quote, at });
  await writeSubscription(tx, billed, after, at, {
    billing: { ...life, creditMinor: quote.sum.creditLeftMinor, creditFunds: funded.credit, hasMonthOffer },
    ...(resumes ? { order: { status: 'active' as const } } : {}),
  });
  if (resumes) await resumeService(tx, order);
  if (after.planId !== order.planId) {
    const plan = await findPlan(tx, after.planId);
    if (plan !== null) await fitMailboxesToPlan(tx, order, plan);
  }
  await settleAddOns(tx, { billed, after, items: quote.items, at });
  const { amountMinor, currency, quoteId, kind } = payment;
  const paidUntil = writtenExpiry(order.expiresAt, after.period?.to ?? null);
  if (amountMinor > 0 && isAtPartner(payment))
    await mailCustomer(
      tx,
      deps,
      { ...billed, order: { ...order, expiresAt: paidUntil } },
      { kind: 'receipt', at, amountMinor, taker: takerOfPayment(payment) },
    );
  else if (amountMinor > 0)
    await mailReceipt(tx, deps, {
      ...payment,
      journalKey: journalKeyOf(payment),
      at,
      amountMinor,
      currency,
      paidUntil,
    });
  await writeAudit(tx, deps.clock, {
    customerId: order.customerId,
    bundleId: order.bundleId,
    actor: kind === 'change' ? 'customer' : 'system',
    action: kind === 'renewal' ? 'subscription.renewed' : 'subscription.changed',
    target: order.orderId,
    attrs: { planId: after.planId, accounts: after.noOfAccounts, amountMinor, currency, quoteId },
  });
}

/** What was chosen for this renewal couldn't be done any more, and the plan that there was goes on. Rule C-09. */
async function tellOfDroppedChange(
  tx: Queryable,
  deps: BillingDeps,
  { billed, quote, at }: Pick<Fulfilment, 'billed' | 'quote' | 'at'>,
): Promise<void> {
  const planId = subscriptionOf(billed).scheduled?.planId ?? billed.order.planId;
  const isRenewal = quote.items.some(({ action }) => action === 'renew');
  if (!isRenewal || planId === billed.order.planId || planId === quote.change.after.planId) return;
  const refusal = await readScheduledRefusal(tx, billed);
  await mailCustomer(tx, deps, billed, { kind: 'change-dropped', at, planId, refusal });
}

/** The day of expiry that a receipt names. */
const writtenExpiry = (former: Date | null, to: PlainDate | null): Date | null =>
  to === null ? former : new Date(startOfDayMillis(to));

const journalKeyOf = ({ paymentId }: PaymentRow): string => `payment/${paymentId}`;

/** Whether the partner has the money, or bills it. */
const isAtPartner = (payment: PaymentRow): boolean => takerOfPayment(payment) !== 'panel';

const takerOfPayment = ({ gateway }: PaymentRow): PaymentTaker =>
  gateway === 'partner' || gateway === 'partner-page' ? gateway : 'panel';

const accountOf = (payment: PaymentRow) => (isAtPartner(payment) ? 'partner-receivable' : 'cash');

const journalOf = (payment: PaymentRow, at: Date) => {
  const { customerId, bundleId, orderId, quoteId, currency } = payment;
  return { customerId, bundleId, orderId, quoteId, currency, at };
};

async function bookSale(
  tx: Queryable,
  payment: PaymentRow,
  quote: QuoteRow,
  { reference, at }: { reference: string; at: Date },
) {
  const { change, sum, creditMinor } = quote;
  const kind = payment.amountMinor === 0 ? 'sale' : isAtPartner(payment) ? 'settlement' : 'charge';
  await writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: journalKeyOf(payment), kind, reference },
    journalOfSale({ lines: change.lines, sum, creditMinor, paidInto: accountOf(payment) }),
  );
}

/** Money came in for an order that has changed meanwhile: it is given back. */
const bookAdvance = (tx: Queryable, payment: PaymentRow, at: Date) => {
  const how = isAtPartner(payment)
    ? { kind: 'settlement' as const, reference: `settlement/${payment.paymentId}` }
    : { kind: 'charge' as const, reference: payment.intentId };
  return writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: journalKeyOf(payment), ...how },
    journalOfAdvance(payment.amountMinor, accountOf(payment)),
  );
};

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

/** The customer has the money back. Needs the payment's lock. */
export async function bookRefund(
  tx: Queryable,
  { clock }: Pick<BillingDeps, 'clock'>,
  payment: PaymentRow,
  reference: string,
): Promise<void> {
  const at = clock.now();
  await writeJournal(
    tx,
    { ...journalOf(payment, at), journalKey: `refund/${payment.paymentId}`, kind: 'refund', reference },
    journalOfRefund(payment.amountMinor, accountOf(payment)),
  );
  await updatePayment(tx, payment, { state: 'refunded', updatedAt: at });
}
