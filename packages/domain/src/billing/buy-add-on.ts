import type { PlainDate } from '../dates/index.ts';
import { accepted, refused } from '../verdict/index.ts';
import { type ChangeFacts, type ChangeOutcome, refuseByState } from './change.ts';
import { chargeLine, paidLineOf } from './line.ts';
import type { AddOnTerms, Period, Subscription, TaxRate } from './subscription.ts';

/**
 * An add-on as the customer wants it.
 */
export type AddOnWish = Omit<AddOnTerms, 'addOnId' | 'isTrialReminded'> & {
  /** How many more of its type the domain may have; null: no limit. */
  placesLeft: number | null;
};

/**
 * An add-on for the days that are left of the plan's period, with which it ends. Only on a paid plan. In its trial it costs nothing yet.
 * Rules, C-05. Only the first add-on of its type has a trial.
 */
export function buyAddOn(subscription: Subscription, wish: AddOnWish, facts: ChangeFacts): ChangeOutcome {
  const refusal = refuseByState(subscription, facts);
  if (refusal) return refusal;
  if (subscription.kind !== 'paid' || subscription.period === null) return refused('NOT_ON_PAID_PLAN', {});
  const { placesLeft, ...wanted } = wish;
  const isTried = subscription.triedAddOns.includes(wish.type);
  const addOn = {
    ...wanted,
    addOnId: newAddOnId(subscription, wish.type),
    trialUntil: isTried ? null : wanted.trialUntil,
  };
  if (!Number.isInteger(addOn.quantity) || addOn.quantity < 1)
    return refused('VALIDATION_FAILED', { field: 'quantity', least: 1 });
  if (placesLeft !== null && addOn.quantity > placesLeft) return refused('ADDON_LIMIT_REACHED', { placesLeft });
  const addOns = [...subscription.addOns, addOn];
  const triedAddOns = isTried ? subscription.triedAddOns : [...subscription.triedAddOns, wish.type];
  const after = { ...subscription, addOns, triedAddOns };
  if (addOn.trialUntil !== null) return accepted({ effective: 'now', lines: [], after });
  const line = addOnLine(addOn, subscription.period, facts.today, facts.taxes);
  const paid = [...subscription.paid, ...paidLineOf(line)];
  return accepted({ effective: 'now', lines: [line], after: { ...after, paid } });
}

/** A new id for an add-on, different from every id that the order still names. */
function newAddOnId({ addOns, paid }: Subscription, type: string): string {
  const named = [
    ...addOns.map(({ addOnId }) => addOnId),
    ...paid.flatMap(({ subject }) => (subject.kind === 'add-on' ? [subject.addOnId] : [])),
  ];
  const numbers = named.filter((id) => id.startsWith(`${type}-`)).map((id) => Number(id.slice(type.length + 1)) || 0);
  return `${type}-${Math.max(0, ...numbers) + 1}`;
}

/**
 * Ends an add-on's trial. If both the order and the add-on renew, the add-on is charged; otherwise it ends, because nobody has agreed to
 * pay for it. Rule A-03.
 */
export const isKeptAfterTrial = ({ autoRenew, isCancelled }: Subscription, addOn: AddOnTerms): boolean =>
  autoRenew && !isCancelled && addOn.renews;

/**
 * What is charged when an add-on's trial ends: the days that are left of the period that runs then. Nothing where the renewal of the same day
 * charges it.
 * Rule A-03.
 */
export function endAddOnTrial(subscription: Subscription, addOnId: string, taxes: readonly TaxRate[]): ChangeOutcome {
  const addOn = subscription.addOns.find((own) => own.addOnId === addOnId);
  const { period } = subscription;
  if (addOn?.trialUntil == null || period === null) return refused('NOT_ON_PAID_PLAN', {});
  const addOns = subscription.addOns.map((own) => (own === addOn ? { ...own, trialUntil: null } : own));
  if (addOn.trialUntil >= period.to)
    return accepted({ effective: 'now', lines: [], after: { ...subscription, addOns } });
  const line = addOnLine(addOn, period, addOn.trialUntil, taxes);
  const paid = [...subscription.paid, ...paidLineOf(line)];
  return accepted({ effective: 'now', lines: [line], after: { ...subscription, addOns, paid } });
}

/** One add-on's line from a day on. */
export const addOnLine = (addOn: AddOnTerms, period: Period, from: PlainDate, taxes: readonly TaxRate[]) =>
  chargeLine({
    subject: { kind: 'add-on', addOnId: addOn.addOnId },
    quantity: addOn.quantity,
    unitMinor: addOn.priceMinor,
    period,
    from,
    taxes,
  });
