import { addMonthsClamped, type PlainDate } from '../dates/index.ts';
import { type BillingCycle, CYCLE_MONTHS } from '../plans/index.ts';
import { scaledPrice } from './add-on-price.ts';
import { addOnLine } from './buy-add-on.ts';
import type { Change } from './change.ts';
import { ACCOUNTS, chargeLine, paidLineOf } from './line.ts';
import { anchorOf } from './start-paid-period.ts';
import type { ScheduledRefusal } from './why-not-scheduled.ts';
import type { AddOnTerms, Period, ScheduledChange, Subscription, TaxRate } from './subscription.ts';

/** The paid plan that a trial becomes, at its first price. */
type TrialOutcome = Omit<ScheduledChange, 'noOfAccounts'> & { firstPriceMinor: number };

/**
 * The facts on the day of a renewal.
 */
export type RenewalFacts = {
  /** The taxes of the buyer's country on the day of the renewal. */
  taxes: readonly TaxRate[];
  /** Set where the service had stopped: the period and the anchor start on this day instead of the old expiry. */
  restartOn: PlainDate | null;
  /** What a trial becomes; null for a plan that isn't a trial. */
  trialBecomes: TrialOutcome | null;
  /** Mailboxes that there are: all of them are paid for, however few were chosen. */
  activeAccounts: number;
  /** Why what was chosen for the renewal can't be done any more; null: it can. The plan that there is renews then. */
  scheduledRefusal: ScheduledRefusal | null;
  /** What an add-on costs for a cycle; null: the catalogue has it no more. */
  addOnPriceOf: (addOn: AddOnTerms, cycle: BillingCycle) => number | null;
};

/**
 * The next period: it begins at the old expiry on the anchor day, whenever it is really paid. Accounts cost what the order was sold for, or
 * what the next cycle was chosen for; add-ons that renew come with it, those in a trial later. Null for what doesn't renew.
 * Rules C-11, L-04, P-11, R-01, R-03, T-02.
 */
export function renew(subscription: Subscription, facts: RenewalFacts): Change | null {
  const { period, kind } = subscription;
  if (period === null || kind === 'freeBeta' || (kind === 'trial' && facts.trialBecomes === null)) return null;
  const terms = nextTerms(subscription, facts);
  const next = nextPeriod(subscription, period, terms.billingCycle, facts.restartOn);
  const addOns = renewedAddOns(subscription, facts.restartOn ?? period.to).map((addOn) =>
    terms.billingCycle === subscription.billingCycle ? addOn : ofCycle(addOn, subscription, terms.billingCycle, facts),
  );
  const each = terms.isFirst ? terms.firstPriceMinor : terms.priceMinor;
  const subject = ACCOUNTS;
  const { taxes } = facts;
  const lines = [
    chargeLine({
      subject,
      quantity: terms.noOfAccounts,
      unitMinor: each,
      period: next.period,
      from: next.period.from,
      taxes,
      // The day on which it is due, so that paying earlier or a later try costs the same.
      discount: { of: subscription.discount, on: next.period.from },
    }),
    ...addOns
      .filter((addOn) => addOn.trialUntil === null)
      .map((addOn) => addOnLine(addOn, next.period, next.period.from, taxes)),
  ];
  return {
    effective: 'now',
    lines,
    after: {
      ...subscription,
      planId: terms.planId,
      kind: 'paid',
      billingCycle: terms.billingCycle,
      noOfAccounts: terms.noOfAccounts,
      priceMinor: terms.priceMinor,
      firstPriceMinor: terms.firstPriceMinor,
      firstCycleUntil: terms.isFirst ? next.period.to : null,
      period: next.period,
      anchorDay: next.anchorDay,
      paid: lines.flatMap(paidLineOf),
      addOns,
      scheduled: null,
    },
  };
}

type Terms = ScheduledChange & { firstPriceMinor: number; isFirst: boolean };

/** An add-on at its price for another cycle. */
const ofCycle = (
  addOn: AddOnTerms,
  { billingCycle }: Subscription,
  cycle: BillingCycle,
  { addOnPriceOf }: RenewalFacts,
): AddOnTerms => ({ ...addOn, priceMinor: addOnPriceOf(addOn, cycle) ?? scaledPrice(addOn, billingCycle, cycle) });

function nextTerms(
  subscription: Subscription,
  { trialBecomes, activeAccounts, scheduledRefusal }: RenewalFacts,
): Terms {
  const { planId, billingCycle, priceMinor } = subscription;
  const scheduled = scheduledRefusal === null ? subscription.scheduled : null;
  const noOfAccounts = Math.max(subscription.noOfAccounts, activeAccounts);
  if (trialBecomes !== null && subscription.kind === 'trial') return { ...trialBecomes, noOfAccounts, isFirst: true };
  const terms = scheduled ?? { planId, billingCycle, noOfAccounts, priceMinor };
  return {
    ...terms,
    noOfAccounts: Math.max(terms.noOfAccounts, activeAccounts),
    firstPriceMinor: terms.priceMinor,
    isFirst: false,
  };
}

function nextPeriod(
  { anchorDay, kind }: Subscription,
  old: Period,
  cycle: Subscription['billingCycle'],
  restartOn: PlainDate | null,
): { period: Period; anchorDay: number } {
  const from = restartOn ?? old.to;
  // The day on which a trial ends says nothing of the day on which it was bought: the first paid day is the anchor.
  const anchor = restartOn === null && kind === 'paid' ? anchorDay : anchorOf(from);
  return { period: { from, to: addMonthsClamped(from, CYCLE_MONTHS[cycle], anchor) }, anchorDay: anchor };
}

/** The add-ons that continue. A trial that ends by the renewal is charged with it; one that outlives it isn't cut short. */
const renewedAddOns = ({ addOns }: Subscription, on: PlainDate): AddOnTerms[] =>
  addOns
    .filter(({ renews, trialUntil }) => renews || (trialUntil !== null && trialUntil > on))
    .map((addOn) => (addOn.trialUntil !== null && addOn.trialUntil <= on ? { ...addOn, trialUntil: null } : addOn));
