import type { PurchasedPlan } from '@postern/contract/purchase';
import type { OrderDiscount } from '@postern/domain/billing';
import { plainDateOf } from '@postern/domain/dates';
import { parseDecimalMinor, toAmountNumber } from '@postern/domain/money';
import { whoTakesPayment } from '@postern/domain/partners';
import { accountPrice, currencyOfPlan } from '@postern/domain/plans';
import { type Quote, quotePurchase } from '@postern/domain/purchase';
import type { Queryable } from '../../../db/client.ts';
import { invalid, PanelError } from '../../../http/panel-error.ts';
import { findPartner, type PartnerRow } from '../../partners/public.ts';
import { currencyFor, findSoldPlan, listPrices, listTaxLines, type PricedPlan } from '../../plans/public.ts';
import { readReverseCharge, vatBuyerOf } from '../../vat-numbers/public.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import type { PurchaseRow } from '../purchase-repository.ts';
import type { ShownPrice } from '../tables.ts';
import { discountOfCode } from './discount-of-code.ts';

/** What the requested plan costs with tax, and who takes the money. Throws if the buyer was shown another amount. */
export async function quoteForPurchase(
  tx: Queryable,
  deps: PurchaseDeps,
  purchase: PurchaseRow,
  wish: PurchasedPlan,
): Promise<{ quote: Quote; gateway: NonNullable<PurchaseRow['gateway']>; shownPrice: ShownPrice | null }> {
  const partner = await findPartner(tx, purchase.partnerId);
  if (partner === null) throw new PanelError('PURCHASE_CLOSED');
  const plan = await findSoldPlan(tx, { planId: wish.planId, partnerId: purchase.partnerId });
  const table = await listTaxLines(tx, purchase.partnerId);
  const country = purchase.billingAddress?.country ?? '';
  const at = deps.clock.now();
  const on = plainDateOf(at.getTime());
  const { customerId, partnerId } = purchase;
  const isReverseCharge =
    (await readReverseCharge(tx, { customerId, partnerId, buyer: vatBuyerOf(purchase), at })) !== null;
  if (plan === null) throw notSold('planId', NOT_SOLD);
  const { currency, discountCode } = wish;
  const discount = await discountOfCode(tx, discountCode, { plan, currency, partnerId, at });
  const quote = quotePurchase(plan, { ...wish, discount }, { table, country, isReverseCharge, on });
  if (quote === null) throw notSold('planId', NOT_SOLD);
  requireOfferedCurrency(partner, purchase, plan, wish);
  if (parseDecimalMinor(wish.chargeableAmount) !== quote.totalMinor) {
    throw new PanelError('AMOUNT_CHANGED', {
      chargeableAmount: toAmountNumber(quote.totalMinor),
      currency: wish.currency,
      taxes: table,
    });
  }
  return {
    quote,
    gateway: gatewayFor(deps, partner, quote, plan),
    shownPrice: await shownPriceOf(tx, plan, wish, discount),
  };
}

function gatewayFor({ gateway }: PurchaseDeps, partner: PartnerRow, quote: Quote, { needsCard }: PricedPlan) {
  const taker = whoTakesPayment(partner);
  if (taker === 'partner') return 'partner';
  const paysAtPartner = taker === 'partner-page';
  // A trial is never sent to the partner's page: there is nothing to pay there yet. Spec 1 §4, Partner pays.
  if (quote.totalMinor === 0 && (paysAtPartner || !needsCard)) return 'none';
  return paysAtPartner ? 'partner-page' : gateway.name;
}

/** What the panel shows for the next charge. A trial without prices of its own costs afterwards what its paid plan costs. */
async function shownPriceOf(
  tx: Queryable,
  plan: PricedPlan,
  wish: PurchasedPlan,
  discount: OrderDiscount | null,
): Promise<ShownPrice | null> {
  const planId = plan.isTrial && plan.paidPlanId !== null ? plan.paidPlanId : plan.planId;
  const own = plan.isTrial && plan.prices.length === 0 ? await listPrices(tx, [planId]) : plan.prices;
  const price = accountPrice({ ...plan, prices: own }, wish.currency, wish.billingCycle);
  return price && { planId, ...price, ...(discount === null ? {} : { discount }) };
}

const NOT_SOLD = 'This plan is not sold with this cycle and currency.';

const notSold = (path: string, message: string) => invalid([{ path, code: 'not_sold', message }]);

function requireOfferedCurrency(
  partner: PartnerRow,
  purchase: PurchaseRow,
  plan: PricedPlan,
  wish: PurchasedPlan,
): void {
  if (plan.prices.length === 0) return;
  const wanted = currencyFor(partner.countryCurrencies, purchase.claims.customerCountry);
  if (wish.currency !== currencyOfPlan(plan, wanted))
    throw notSold('currency', 'Use the currency that fetch-plans gave.');
}
