import type { OutputOf } from '@postern/contract/operation';
import type { fetchPlans, Plan } from '@postern/contract/plans';
import type { PurchaseClaims, PurchasedPlan } from '@postern/contract/purchase';
import { addMonthsClamped, type PlainDate, plainDateOf } from '@postern/domain/dates';
import type { OrderDiscount } from '@postern/domain/billing';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { accountLimitOf, type BillingCycle, CYCLE_MONTHS, pickCycle } from '@postern/domain/plans';
import {
  type AppliedTaxLine,
  clampCounter,
  PURCHASE_COUNTER,
  type Quote,
  quoteNextCycle,
  quotePurchase,
  taxLinesOf,
} from '@postern/domain/purchase';
import type { PartnerPayment } from './payment/partner-payment.ts';
import { type CycleOffer, offersOf, pricedPlan } from './plan/priced-plan.ts';

/** What is being bought, priced. Amounts are minor units of `currency`. */
export type Order = {
  plan: Plan;
  kind: 'paid' | 'trial' | 'free';
  currency: Plan['currency'];
  offers: readonly CycleOffer[];
  cycle: BillingCycle;
  accounts: number;
  maximumAccounts: number;
  /** One mailbox for the first cycle, without tax. */
  eachMinor: number;
  /** All mailboxes, without tax. */
  netMinor: number;
  /** The code that takes something off, now or later. */
  discount: OrderDiscount | null;
  /** What it takes off today; `netMinor` is without it already. */
  off: { code: string; amountMinor: number } | null;
  /** None if prices include everything, and if the server named the total. */
  taxLines: AppliedTaxLine[];
  /** What is charged. */
  todayMinor: number;
  /** All mailboxes for a cycle after the first one, or after the trial, with tax. */
  laterMinor: number;
  /** When it renews, or the trial ends; null for the free plan. */
  dueOn: PlainDate | null;
  /** Identifies the order that the server named a total for. */
  content: string;
};

export type Offer = OutputOf<typeof fetchPlans>;
/** A total that the server named and the buyer accepted, for this order. */
export type AgreedTotal = { content: string; amount: number };
type Choice = {
  planType: string;
  cycle: BillingCycle | null;
  accounts: number;
  agreed: AgreedTotal | null;
  country: string;
  /** Whether the saved VAT number makes the buyer owe the tax. */
  isReverseCharge?: boolean;
  discount?: OrderDiscount | null;
};

/** The order of a choice; null when the link's plan isn't sold here. */
export function orderOf({ plans, taxes }: Offer, choice: Choice, nowMillis: number): Order | null {
  const plan = plans.find((each) => each.type === choice.planType);
  if (!plan) return null;
  const priced = pricedPlan(plan, plans);
  const { currency } = plan;
  const offers = offersOf(priced, currency);
  const cycles = offers.map((offer) => offer.cycle);
  const cycle = pickCycle(cycles, choice.cycle);
  const maximumAccounts = clampCounter(accountLimitOf(plan));
  const accounts = clampCounter(choice.accounts, PURCHASE_COUNTER.minimum, maximumAccounts);
  const kind = plan.isTrial ? 'trial' : priced.isFree ? 'free' : 'paid';
  const today = plainDateOf(nowMillis);
  const due = dueOn(plan, kind, cycle, nowMillis);
  const { country, isReverseCharge = false, discount = null } = choice;
  const wish = { currency, billingCycle: cycle, noOfAccounts: accounts, discount };
  const tax = { table: taxes, country, isReverseCharge };
  const quote = quotePurchase(priced, wish, { ...tax, on: today });
  const later = quoteNextCycle(priced, wish, { ...tax, on: due ?? today });
  if (quote === null || later === null) return null;
  const content = [
    plan.id,
    currency,
    cycle,
    accounts,
    choice.country,
    isReverseCharge ? 'reverse' : '',
    discount?.code,
  ].join('/');
  return {
    plan,
    kind,
    currency,
    offers: kind === 'free' ? [] : offers,
    cycle,
    accounts,
    maximumAccounts,
    eachMinor: offers.find((offer) => offer.cycle === cycle)?.firstPriceMinor ?? 0,
    discount,
    ...totalOf(quote, choice, content),
    laterMinor: later.totalMinor,
    dueOn: due,
    content,
  };
}

/** If the server named a total and the buyer agreed to it, that total is paid, even if it differs from the quote. */
function totalOf(quote: Quote, { agreed }: Choice, content: string) {
  const agreedMinor = agreed?.content === content ? toMinor(agreed.amount) : quote.totalMinor;
  if (agreedMinor === quote.totalMinor) {
    const off = quote.lines.find((line) => line.kind === 'discount') ?? null;
    return { netMinor: quote.netMinor, off, taxLines: taxLinesOf(quote), todayMinor: quote.totalMinor };
  }
  return { netMinor: agreedMinor, off: null, taxLines: [], todayMinor: agreedMinor };
}

function dueOn(plan: Plan, kind: Order['kind'], cycle: BillingCycle, nowMillis: number): PlainDate | null {
  if (kind === 'free') return null;
  if (kind === 'trial') return plainDateOf(nowMillis + (plan.defaultTrialDays ?? 0) * MILLIS_A_DAY);
  return addMonthsClamped(plainDateOf(nowMillis), CYCLE_MONTHS[cycle]);
}
const MILLIS_A_DAY = 86_400_000;

/** Whether a card is needed: to pay now, or because the plan requires one for what comes later. */
export const needsCard = (order: Order, partnerPayment: PartnerPayment): boolean =>
  partnerPayment === null && (order.todayMinor > 0 || (order.kind !== 'free' && order.plan.needsCard));

/** The order as it is sent, with the amount that was shown. */
export function toPurchasedPlan(order: Order, autoRenew: boolean, claims: PurchaseClaims): PurchasedPlan {
  return {
    planId: order.plan.id,
    planType: order.plan.type,
    billingCycle: order.cycle,
    noOfAccounts: order.accounts,
    currency: order.currency,
    chargeableAmount: toAmountNumber(order.todayMinor),
    isTrailPlan: order.plan.isTrial,
    defaultTrialDays: order.plan.defaultTrialDays,
    autoRenew: order.kind === 'trial' ? true : autoRenew,
    ...(order.discount === null ? {} : { discountCode: order.discount.code }),
    ...(claims.source === null ? {} : { source: claims.source }),
    ...(claims.sourceContext === null ? {} : { sourceContext: claims.sourceContext }),
  };
}
