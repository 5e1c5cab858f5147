import type { Intent } from '@postern/adapter-payment/port';
import { fundSale } from '@postern/domain/billing';
import { type PlainDate, startOfDayMillis } from '@postern/domain/dates';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { settleAddOns } from '../../add-ons/public.ts';
import { readCustomerForMail } from '../../bundles/public.ts';
import { issueInvoice, mailCreditNote, mailReceipt } from '../../invoices/public.ts';
import { fitMailboxesToPlan } from '../../mailboxes/public.ts';
import { findPlan } from '../../plans/public.ts';
import { readNamedCountry } from '../../purchase/public.ts';
import {
  type BilledOrder,
  holdingsOf,
  readScheduledRefusal,
  subscriptionOf,
  writeSubscription,
} from '../../subscriptions/public.ts';
import { keepEvidence } from '../../tax-evidence/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { resumeService } from '../due/stop-service.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import type { QuoteRow } from '../quote/quote-change.ts';
import { isAtPartner, journalKeyOf, takerOfPayment } from './book-payment.ts';
import type { PaymentRow } from './payment-repository.ts';

type Fulfilment = { billed: BilledOrder; quote: QuoteRow; payment: PaymentRow; at: Date };

/** Does what was paid for: the order, its add-ons and mailboxes, and the mail about it. */
export async function applyQuote(
  tx: Queryable,
  deps: BillingDeps,
  { billed, quote, payment, at }: Fulfilment,
): Promise<void> {
  const { order } = billed;
  const { lines, after: changed } = quote.change;
  const { credit } = holdingsOf(billed);
  const funded = fundSale({ journalKey: journalKeyOf(payment), lines, sum: quote.sum, paid: changed.paid, credit });
  const after = { ...changed, paid: funded.paid, autoRenew: order.autoRenew };
  const isNewPeriod = after.period?.to !== billed.billing.periodTo;
  const life = isNewPeriod
    ? {
        ...{ isReminded: false, failures: 0, isHardDecline: false, declineCode: null },
        ...{ stoppedAt: null, deletionWarnings: 0, lateMillis: 0 },
      }
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
  const isRenewal = kind === 'renewal' || isPaidByHand(quote);
  await writeAudit(tx, deps.clock, {
    customerId: order.customerId,
    bundleId: order.bundleId,
    actor: kind === 'change' ? 'customer' : 'system',
    action: isRenewal ? 'subscription.renewed' : 'subscription.changed',
    target: order.orderId,
    attrs: { planId: after.planId, accounts: after.noOfAccounts, amountMinor, currency, quoteId },
  });
}

/** Whether a person pays for the next period, which else is charged automatically. */
const isPaidByHand = ({ items }: Fulfilment['quote']): boolean => items.some(({ action }) => action === 'renew');

/** What was chosen for this renewal couldn't be done any more, and the plan that there was goes on. Rule C-09. */
async function tellOfDroppedChange(
  tx: Queryable,
  deps: BillingDeps,
  { billed, quote, at }: Pick<Fulfilment, 'billed' | 'quote' | 'at'>,
): Promise<void> {
  const planId = subscriptionOf(billed).scheduled?.planId ?? billed.order.planId;
  if (!isPaidByHand(quote) || planId === billed.order.planId || planId === quote.change.after.planId) return;
  const refusal = await readScheduledRefusal(tx, billed);
  await mailCustomer(tx, deps, billed, { kind: 'change-dropped', at, planId, refusal });
}

/** The day of expiry that a receipt names. */
const writtenExpiry = (former: Date | null, to: PlainDate | null): Date | null =>
  to === null ? former : new Date(startOfDayMillis(to));

/** The invoice of what was paid: the lines of its quote. */
export async function invoiceSale(
  tx: Queryable,
  deps: BillingDeps,
  { billed, quote, payment, at }: Fulfilment,
  intent: Intent | null,
): Promise<void> {
  const { order } = billed;
  const { change, sum } = quote;
  const { after } = change;
  const card = intent?.card;
  await keepEvidence(tx, {
    ...{ customerId: order.customerId, at, journalKey: journalKeyOf(payment) },
    billing: (await readCustomerForMail(tx, order.customerId))?.billingAddress.country,
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
