import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { discountedPrice } from '@postern/domain/billing';
import type { PlainDate } from '@postern/domain/dates';
import { type Currency, multiply, toMinor } from '@postern/domain/money';
import { type BillingCycle, type CatalogueName, priceOf, pricesOfPricing, renewalCycles } from '@postern/domain/plans';

/** The renewal price of one product for a cycle, in minor units. */
type RenewalLine = { orderId: string; named: CatalogueName; count: number; totalMinor: number };
export type RenewalOffer = { cycle: BillingCycle; lines: RenewalLine[] };

type Sold = { mailSuite: readonly Plan[]; site: readonly Plan[]; domain: readonly Plan[] };

/** The cycles in which the domain can renew, each with the price of every product; none if a plan is no longer sold. */
export function renewalOffers(current: CurrentPlan, sold: Sold): RenewalOffer[] {
  const { currency, billingCycle } = current;
  const on = current.currentPeriod?.to ?? current.expiresOn?.slice(0, 10) ?? '';
  const paid = [
    ...priced(current.mailSuiteDetails, sold.mailSuite, currency),
    ...priced(current.siteDetails, sold.site, currency),
    ...priced(current.domainDetails, sold.domain, currency),
  ];
  const cycles = renewalCycles(paid.map(({ plan }) => ({ plan, currency, billingCycle })));
  return cycles.map((cycle) => ({ cycle, lines: paid.map((product) => lineOf(product, { currency, cycle, on })) }));
}

type Priced = { order: OrderDetails; plan: ReturnType<typeof toPriced> | null };

function priced(order: OrderDetails | null, sold: readonly Plan[], currency: Currency): Priced[] {
  if (!order?.planDetails.isPaid) return [];
  const plan = sold.find(({ id }) => id === order.planId);
  return [{ order, plan: plan ? toPriced(plan, currency) : null }];
}

const toPriced = ({ type, isTrial, pricing }: Plan, currency: Currency) => ({
  type,
  isTrial,
  isFree: false,
  prices: pricesOfPricing(pricing, currency),
});

type Renewal = { currency: Currency; cycle: BillingCycle; on: PlainDate };

/** The price on the day of the renewal: a discount code may have ended by then. */
function lineOf({ order, plan }: Priced, { currency, cycle, on }: Renewal): RenewalLine {
  const { discount, noOfAccounts } = order;
  const count = noOfAccounts.purchased;
  const price = (plan && priceOf(plan, currency, cycle))?.priceMinor ?? 0;
  const off = discount && { type: discount.type, value: toMinor(discount.value), expiresOn: discount.expiryDate };
  const each = discountedPrice(price, off ?? null, on);
  return { orderId: order.orderId, named: order.planDetails, count, totalMinor: multiply(each, count) };
}
