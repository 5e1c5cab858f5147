import { CYCLE_MONTHS } from '../plans/index.ts';
import { accepted, refused } from '../verdict/index.ts';
import {
  accountsOf,
  type Change,
  type ChangeFacts,
  type ChangeOutcome,
  type PlanOffer,
  refuseByCount,
  refuseByState,
} from './change.ts';
import { scaledPrice } from './add-on-price.ts';
import { ACCOUNTS, carryForwardLines, chargeLine, isForAccounts, paidLineOf } from './line.ts';
import { isFirstCycle } from './price-in-force.ts';
import { anchorOf, cycleFrom } from './start-paid-period.ts';
import type { AddOnTerms, Period, Subscription } from './subscription.ts';

/**
 * What the customer wants to have from now on.
 */
export type UpgradeWish = {
  offer: PlanOffer;
  /** The place of the present plan among the plans of the product. */
  presentZIndex: number;
  noOfAccounts: number;
  /** One month free at the end of the first cycle: only where this order has that offer. */
  monthExtension: number;
  hasMonthOffer: boolean;
  /** What one piece of each add-on costs for the new cycle, by the add-on's id. */
  addOnPrices: Readonly<Record<string, number>>;
};

/**
 * A change for more, effective now: from a trial or the free plan to a paid one, to a higher plan, or to a longer cycle. Anything less takes
 * effect at the renewal (`changeAtRenewal`).
 * Rules C-06, C-07, C-08, C-10.
 */
export function upgradePlan(subscription: Subscription, wanted: UpgradeWish, facts: ChangeFacts): ChangeOutcome {
  const wish = { ...wanted, noOfAccounts: accountsOf(wanted.offer, wanted.noOfAccounts) };
  const refusal = refuseByState(subscription, facts) ?? refuseByCount(wish.noOfAccounts, facts.activeAccounts);
  if (refusal) return refusal;
  const { offer, monthExtension } = wish;
  if (offer.kind !== 'paid') return refused('CHOOSE_A_PLAN', {});
  const isOffered =
    monthExtension === 0 || (monthExtension === 1 && subscription.kind === 'trial' && wish.hasMonthOffer);
  if (!isOffered) return refused('VALIDATION_FAILED', { field: 'monthExtension' });
  if (subscription.kind !== 'paid' || subscription.period === null)
    return accepted(startPaying(subscription, wish, facts));
  const isLonger = CYCLE_MONTHS[offer.billingCycle] > CYCLE_MONTHS[subscription.billingCycle];
  const isLower = offer.zIndex < wish.presentZIndex;
  if (isLonger && !isLower) return accepted(startLongerCycle(subscription, wish, facts));
  const isHigher = offer.zIndex > wish.presentZIndex && offer.billingCycle === subscription.billingCycle;
  if (!isHigher) return refused('CHOOSE_A_PLAN', {});
  return accepted(moveToHigherPlan(subscription, subscription.period, wish, facts));
}

/** From a trial, whose remaining days aren't lost, or from the free plan: a full cycle at the first price. */
function startPaying(subscription: Subscription, wish: UpgradeWish, facts: ChangeFacts): Change {
  const start = subscription.kind === 'trial' ? (subscription.period?.to ?? facts.today) : facts.today;
  const period = cycleFrom(start, wish.offer.billingCycle, wish.monthExtension);
  const line = accountsLine(subscription, wish, { eachMinor: wish.offer.price.firstPriceMinor, period }, facts);
  return {
    effective: 'now',
    lines: [line],
    after: {
      ...planTerms(subscription, wish),
      period,
      anchorDay: anchorOf(start),
      firstCycleUntil: period.to,
      paid: paidLineOf(line),
    },
  };
}

/** The same cycle on a higher plan: the days that are left at its price, less what is unused of the present plan. Add-ons stay as they are. */
function moveToHigherPlan(subscription: Subscription, period: Period, wish: UpgradeWish, facts: ChangeFacts): Change {
  const { price } = wish.offer;
  const eachMinor = isFirstCycle(subscription, facts.today) ? price.firstPriceMinor : price.priceMinor;
  const line = accountsLine(subscription, wish, { eachMinor, period }, facts);
  const ofPlan = subscription.paid.filter(isForAccounts);
  const ofAddOns = subscription.paid.filter((paid) => !isForAccounts(paid));
  return {
    effective: 'now',
    lines: [line, ...carryForwardLines(ofPlan, facts.today)],
    after: { ...planTerms(subscription, wish), paid: [...ofAddOns, ...paidLineOf(line)] },
  };
}

/**
 * A longer cycle starts today at the normal price, for the plan and for the add-ons that renew; what is unused of both comes off. An add-on
 * that doesn't renew ends here: its last day was the end of the shorter cycle, and what is unused of it comes off as well.
 */
function startLongerCycle(subscription: Subscription, wish: UpgradeWish, facts: ChangeFacts): Change {
  const period = cycleFrom(facts.today, wish.offer.billingCycle);
  const isOfCycle = (addOn: AddOnTerms) => !isInTrial(addOn, facts);
  const addOns = subscription.addOns
    .filter((addOn) => addOn.renews || !isOfCycle(addOn))
    .map((addOn) => ({
      ...addOn,
      priceMinor:
        wish.addOnPrices[addOn.addOnId] ?? scaledPrice(addOn, subscription.billingCycle, wish.offer.billingCycle),
      // On its trial's last day it is charged here.
      trialUntil: isOfCycle(addOn) ? null : addOn.trialUntil,
    }));
  const bought = addOns.filter(isOfCycle);
  const lines = [
    accountsLine(subscription, wish, { eachMinor: wish.offer.price.priceMinor, period }, facts),
    ...bought.map((addOn) =>
      chargeLine({
        subject: { kind: 'add-on', addOnId: addOn.addOnId },
        quantity: addOn.quantity,
        unitMinor: addOn.priceMinor,
        period,
        from: facts.today,
        taxes: facts.taxes,
      }),
    ),
  ];
  const replaced = new Set(subscription.addOns.filter(isOfCycle).map((addOn) => addOn.addOnId));
  const isReplaced = ({ subject }: Subscription['paid'][number]) =>
    subject.kind === 'accounts' || replaced.has(subject.addOnId);
  const kept = subscription.paid.filter((paid) => !isReplaced(paid));
  return {
    effective: 'now',
    lines: [...lines, ...carryForwardLines(subscription.paid.filter(isReplaced), facts.today)],
    after: {
      ...planTerms(subscription, wish),
      period,
      anchorDay: anchorOf(facts.today),
      firstCycleUntil: null,
      paid: [...kept, ...lines.flatMap(paidLineOf)],
      addOns,
    },
  };
}

const isInTrial = ({ trialUntil }: AddOnTerms, { today }: ChangeFacts) => trialUntil !== null && today < trialUntil;

function accountsLine(
  { discount }: Subscription,
  { noOfAccounts: quantity }: UpgradeWish,
  { eachMinor: unitMinor, period }: { eachMinor: number; period: Period },
  { taxes, today }: ChangeFacts,
) {
  const sale = { subject: ACCOUNTS, quantity, unitMinor, period, from: today, taxes };
  return chargeLine({ ...sale, discount: { of: discount, on: today } });
}

function planTerms(subscription: Subscription, { offer, noOfAccounts }: UpgradeWish): Subscription {
  return {
    ...subscription,
    planId: offer.planId,
    kind: 'paid',
    billingCycle: offer.billingCycle,
    noOfAccounts,
    priceMinor: offer.price.priceMinor,
    firstPriceMinor: offer.price.firstPriceMinor,
    // It was chosen for the former plan.
    scheduled: null,
  };
}
