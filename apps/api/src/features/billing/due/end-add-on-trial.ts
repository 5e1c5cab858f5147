import { type Change, endAddOnTrial, isKeptAfterTrial, settle, taxesOf } from '@postern/domain/billing';
import { startOfDayMillis } from '@postern/domain/dates';
import { writeAudit } from '../../../db/audit.ts';
import type { Queryable } from '../../../db/client.ts';
import { settleAddOns } from '../../add-ons/public.ts';
import {
  type BilledOrder,
  holdOrder,
  readCustomerTaxes,
  readUsableCredit,
  subscriptionOf,
  writeLife,
  writeSubscription,
} from '../../subscriptions/public.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { mailCustomer } from '../mail/mail-customer.ts';
import { findOpenPayment } from '../payment/payment-repository.ts';
import type { Due, DueStep } from './due-step.ts';
import { payerOf, prepareCharge } from './prepare-charge.ts';

/** Emails the owner five days before an add-on's trial ends, with the amount of the charge. Sends nothing if nothing will be charged. */
export async function remindOfAddOn(tx: Queryable, deps: BillingDeps, due: Due, addOnId: string): Promise<DueStep> {
  const { billed, at, partnerId } = due;
  const { customerId } = billed.order;
  const before = subscriptionOf(billed);
  const addOns = before.addOns.map((one) => (one.addOnId === addOnId ? { ...one, isTrialReminded: true } : one));
  const terms = before.addOns.find((one) => one.addOnId === addOnId);
  // No price depends on it, so a payment that is under way stays good.
  await writeLife(tx, billed, { addOns });
  const next = await trialChargeOf(tx, due, addOnId);
  const amountMinor = next?.sum.toPayMinor ?? 0;
  const payer = amountMinor === 0 ? null : await payerOf(tx, deps, { partnerId, customerId, amountMinor, at });
  if (terms?.trialUntil && payer !== null) {
    const endsAt = new Date(startOfDayMillis(terms.trialUntil));
    const news = { kind: 'add-on-trial-ending' as const, at, amountMinor };
    await mailCustomer(tx, deps, billed, { ...news, endsAt, addOn: terms.type });
  }
  return { kind: 'done', job: 'remind-add-on-trial' };
}

/** Charges an add-on when its trial ends; without an agreement or a card it ends. Rule A-03. */
export async function endTrialOfAddOn(tx: Queryable, deps: BillingDeps, due: Due, addOnId: string): Promise<DueStep> {
  const { billed, at, partnerId } = due;
  const { order } = billed;
  const before = subscriptionOf(billed);
  const terms = before.addOns.find((one) => one.addOnId === addOnId);
  const next = await trialChargeOf(tx, due, addOnId);
  const open = await findOpenPayment(tx, order);
  if (open?.kind === 'change') return { kind: 'in-the-way', payment: open };
  if (open !== null) {
    await holdOrder(tx, order);
    return { kind: 'pay', job: 'end-add-on-trial', payment: open };
  }
  if (terms === undefined || next === null) {
    await endAddOn(tx, deps, billed, { addOnId, at });
    return { kind: 'done', job: 'end-add-on-trial' };
  }
  if (next.change.lines.length === 0) {
    // The plan renews on the same day and charges the add-on with it.
    await writeSubscription(tx, billed, next.change.after, at);
    return { kind: 'done', job: 'end-add-on-trial' };
  }
  const amountMinor = next.sum.toPayMinor;
  const payer = await payerOf(tx, deps, { partnerId, customerId: order.customerId, amountMinor, at });
  if (payer === null) {
    await endAddOn(tx, deps, billed, { addOnId, at });
    return { kind: 'done', job: 'end-add-on-trial' };
  }
  const payment = await prepareCharge(tx, deps, billed, {
    ...{ kind: 'add-on', payer, next, at },
    wish: { orderItems: [{ orderType: order.product, action: 'buyAddon', addonId: terms.type }], monthExtension: 0 },
  });
  return { kind: 'pay', job: 'end-add-on-trial', payment, isNew: true };
}

/** The charge for an add-on when its trial ends; null if the add-on ends then. */
export async function trialChargeOf(
  tx: Queryable,
  { billed, partnerId, at }: Pick<Due, 'billed' | 'partnerId' | 'at'>,
  addOnId: string,
) {
  const subscription = subscriptionOf(billed);
  const terms = subscription.addOns.find((one) => one.addOnId === addOnId);
  if (!terms?.trialUntil || !isKeptAfterTrial(subscription, terms)) return null;
  const taxes = await readCustomerTaxes(tx, { customerId: billed.order.customerId, partnerId, at });
  const outcome = endAddOnTrial(subscription, addOnId, taxesOf(taxes, terms.trialUntil));
  if (!outcome.ok) return null;
  const sum = settle(outcome.value.lines, billed.billing.creditMinor, await readUsableCredit(tx, billed));
  return { change: outcome.value, sum, taxedFor: taxes.taxedFor };
}

/** The id of the add-on that a change charges; null if it charges none. */
export const addOnOf = ({ lines }: Change): string | null => {
  const subject = lines[0]?.subject;
  return subject?.kind === 'add-on' ? subject.addOnId : null;
};

/** Ends an add-on: its mailboxes lose it at once, and the owner gets an email. */
export async function endAddOn(
  tx: Queryable,
  deps: BillingDeps,
  billed: BilledOrder,
  { addOnId, at }: { addOnId: string; at: Date },
): Promise<void> {
  const before = subscriptionOf(billed);
  const terms = before.addOns.find((one) => one.addOnId === addOnId);
  if (terms === undefined) return;
  const after = { ...before, addOns: before.addOns.filter((one) => one !== terms) };
  await writeSubscription(tx, billed, after, at);
  await settleAddOns(tx, { billed, after, items: [], at });
  const { customerId, bundleId } = billed.order;
  await writeAudit(tx, deps.clock, {
    ...{ customerId, bundleId, actor: 'system', action: 'add-on.ended', target: addOnId },
    attrs: { addOn: terms.type },
  });
  await mailCustomer(tx, deps, billed, { kind: 'add-on-ended', at, addOn: terms.type });
}
