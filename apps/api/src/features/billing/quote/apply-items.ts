import type { OrderItem } from '@postern/contract/billing';
import {
  addOnPrice,
  buyAccounts,
  buyAddOn,
  type Change,
  type ChangeFacts,
  type ChangeLine,
  type ChangeOutcome,
  changeAtRenewal,
  keepAsIs,
  type PlanOffer,
  renew,
  type RenewalFacts,
  type Subscription,
  upgradePlan,
  waitsForDispute,
} from '@postern/domain/billing';
import { normaliseEmailAddress } from '@postern/domain/addresses';
import type { PlainDate } from '@postern/domain/dates';
import { accountLimitOf, accountPrice, type BillingCycle, doesStack, planKind } from '@postern/domain/plans';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import type { PricedPlan, SoldAddOn } from '../../plans/public.ts';

/** Everything that a change depends on besides the order, read in the caller's transaction. */
export type QuoteFacts = ChangeFacts & {
  plans: readonly PricedPlan[];
  /** The order's own plan, even if it is no longer sold. */
  presentPlan: PricedPlan;
  addOns: readonly SoldAddOn[];
  /** The catalogue's name of an add-on. Clients may use the brand's name for it. */
  catalogueType: (type: string) => string;
  /** The mailboxes that the items name, with the types of add-ons that each has. */
  mailboxes: ReadonlyMap<string, readonly string[]>;
  presentZIndex: number;
  isDowngradeOffered: boolean;
  /** The largest mailbox, or all of them together, in MB; null: nothing is stored. */
  fits: (plan: PricedPlan) => boolean;
  /** How many days before the end the next period may be paid by hand. */
  renewableDaysAhead: number;
  monthExtension: number;
  hasMonthOffer: boolean;
  /** Set where the service has stopped. */
  restartOn: PlainDate | null;
  trialBecomes: RenewalFacts['trialBecomes'];
  scheduledRefusal: RenewalFacts['scheduledRefusal'];
  addOnPriceOf: RenewalFacts['addOnPriceOf'];
  inDays: (days: number) => PlainDate;
  /** What of the customer decided the taxes. */
  taxedFor: string;
  /** Whether a payment of the order is disputed. */
  isDisputed: boolean;
};

/** Applies the items one after the other; the last says when all of it takes effect. Throws the refusal of the first that isn't possible. */
export function applyItems(subscription: Subscription, items: readonly OrderItem[], facts: QuoteFacts): Change {
  let after = subscription;
  let effective: Change['effective'] = 'now';
  const lines: ChangeLine[] = [];
  for (const [at, item] of items.entries()) {
    if (item.action === 'renew' && items.findIndex(({ action }) => action === 'renew') !== at)
      throw invalid([{ path: `orderItems.${at}`, code: 'one_renewal', message: 'Send renew only once.' }]);
    const outcome = applyItem(after, item, facts, `orderItems.${at}`);
    if (!outcome.ok) throw refusalOf(outcome, `orderItems.${at}`);
    ({ after, effective } = outcome.value);
    lines.push(...outcome.value.lines);
  }
  return { effective, lines, after };
}

function applyItem(before: Subscription, item: OrderItem, facts: QuoteFacts, path: string): ChangeOutcome {
  if (item.action !== 'buyAddon' && item.attachTo !== undefined && item.attachTo.length > 0)
    throw invalid([{ path: `${path}.attachTo`, code: 'not_for_action', message: 'Only buyAddon takes mailboxes.' }]);
  if (facts.isDisputed && waitsForDispute(item.action)) throw new PanelError('PAYMENT_FAILED', { reason: 'disputed' });
  switch (item.action) {
    case 'buyMoreAccounts':
      return buyAccounts(before, required(item.noOfAccounts, `${path}.noOfAccounts`), facts);
    case 'upgradePlan':
      return upgradePlan(before, upgradeWish(before, item, facts, path), facts);
    case 'changeAtRenewal': {
      const { offer, plan } = offerOf(before, item, facts, path, (before.scheduled ?? before).billingCycle);
      return changeAtRenewal(
        before,
        {
          offer,
          presentZIndex: facts.presentZIndex,
          noOfAccounts: item.noOfAccounts ?? before.scheduled?.noOfAccounts ?? before.noOfAccounts,
          isDowngradeOffered: facts.isDowngradeOffered,
          storedMailFits: facts.fits(plan),
        },
        facts,
      );
    }
    case 'keepAsIs':
      return keepAsIs(before, facts);
    case 'buyAddon':
      return buyAddOn(before, addOnWish(before, item, facts, path), facts);
    case 'renew':
      return renewNow(before, facts);
  }
}

function upgradeWish(before: Subscription, item: OrderItem, facts: QuoteFacts, path: string) {
  const { offer } = offerOf(before, item, facts, path, before.billingCycle);
  const addOnPrices = Object.fromEntries(
    before.addOns.flatMap((addOn) => {
      const price = facts.addOnPriceOf(addOn, offer.billingCycle);
      return price === null ? [] : [[addOn.addOnId, price]];
    }),
  );
  return {
    offer,
    presentZIndex: facts.presentZIndex,
    noOfAccounts: item.noOfAccounts ?? before.noOfAccounts,
    monthExtension: facts.monthExtension,
    hasMonthOffer: facts.hasMonthOffer,
    addOnPrices,
  };
}

/** The plan that is asked for, or the present one, at the cycle that is asked for. */
function offerOf(
  before: Subscription,
  item: OrderItem,
  { plans, presentPlan }: QuoteFacts,
  path: string,
  presentCycle: BillingCycle,
): { offer: PlanOffer; plan: PricedPlan } {
  // The customer of a plan that is no longer sold may still change its seats and its cycle.
  const plan = [...plans, presentPlan].find(({ planId }) => planId === (item.planId ?? before.planId));
  if (plan === undefined) throw notSold(`${path}.planId`, 'This plan is not sold here.');
  const billingCycle = item.billingCycle ?? presentCycle;
  const isPresent = plan.planId === before.planId && billingCycle === before.billingCycle;
  const { priceMinor, firstPriceMinor } = before;
  const price = isPresent ? { priceMinor, firstPriceMinor } : accountPrice(plan, before.currency, billingCycle);
  if (price === null) throw notSold(`${path}.billingCycle`, 'This plan is not sold with this cycle.');
  const accountLimit = accountLimitOf(plan);
  const { planId, zIndex } = plan;
  return { offer: { planId, kind: planKind(plan), zIndex, billingCycle, price, accountLimit }, plan };
}

function addOnWish(before: Subscription, item: OrderItem, facts: QuoteFacts, path: string) {
  const type = facts.catalogueType(item.addonId ?? item.addonType ?? '');
  const sold = item.orderType === 'MailSuite' ? facts.addOns.find((one) => one.type === type) : undefined;
  if (sold === undefined) throw notSold(`${path}.addonId`, 'This add-on is not sold here.');
  const has = before.addOns.filter((one) => one.type === type).reduce((sum, one) => sum + one.quantity, 0);
  const attachTo = item.attachTo ?? [];
  const quantity = item.quantity ?? Math.max(1, attachTo.length);
  assertAttachable(attachTo, { sold, quantity, facts, path });
  return {
    type: sold.type,
    quantity,
    priceMinor: addOnPrice(sold.prices, before.currency, before.billingCycle),
    renews: true,
    trialUntil: sold.trialDays === null ? null : facts.inDays(sold.trialDays),
    placesLeft: sold.maximum === null ? null : Math.max(0, sold.maximum - has),
  };
}

type Attaching = { sold: SoldAddOn; quantity: number; facts: QuoteFacts; path: string };

/** Checks that each named mailbox exists and may have one more piece. */
function assertAttachable(attachTo: readonly string[], { sold, quantity, facts, path }: Attaching): void {
  if (attachTo.length > quantity) {
    const message = 'Name at most one mailbox for each piece.';
    throw invalid([{ path: `${path}.attachTo`, code: 'too_many', message }]);
  }
  const named = attachTo.map((email) => normaliseEmailAddress(email));
  for (const [at, address] of named.entries()) {
    const refuse = (code: string, message: string) => invalid([{ path: `${path}.attachTo.${at}`, code, message }]);
    const owned = facts.mailboxes.get(address);
    if (owned === undefined) throw refuse('no_such_mailbox', 'Your domain has no mailbox with this address.');
    if (doesStack(sold)) continue;
    if (owned.includes(sold.type) || named.indexOf(address) !== at)
      throw refuse('already_there', 'This mailbox already has this add-on.');
  }
}

/**
 * Pays the next period by hand. Allowed in the last 24 hours or once payment was requested, between the tries of a renewal, and after the
 * service has stopped.
 */
function renewNow(before: Subscription, facts: QuoteFacts): ChangeOutcome {
  if (facts.remainingDays === null) throw new PanelError('NOT_ON_PAID_PLAN');
  if (facts.remainingDays > facts.renewableDaysAhead)
    throw new PanelError('NOT_EXPIRED', { remainingDays: facts.remainingDays });
  if (before.isCancelled && facts.restartOn === null) throw new PanelError('SUBSCRIPTION_CANCELLED');
  const change = renew(before, facts);
  if (change === null) throw new PanelError('NOT_ON_PAID_PLAN');
  return { ok: true, value: { ...change, after: { ...change.after, isCancelled: false } } };
}

function required<T>(value: T | undefined, path: string): T {
  if (value === undefined) throw invalid([{ path, code: 'required', message: 'Fill in this field.' }]);
  return value;
}

const notSold = (path: string, message: string) => invalid([{ path, code: 'not_sold', message }]);

function refusalOf(refusal: Extract<ChangeOutcome, { ok: false }>, path: string): PanelError {
  const { code, attrs } = refusal;
  if (code !== 'VALIDATION_FAILED') return new PanelError(code, attrs);
  const field = typeof attrs.field === 'string' ? attrs.field : '';
  const at = field === 'monthExtension' ? field : `${path}.${field}`;
  return invalid([{ path: at, code: 'out_of_range', message: 'Correct this value.', ...attrs }]);
}
