import type { PurchasedPlan } from '@postern/contract/purchase';
import { plainDateOf } from '@postern/domain/dates';
import { toAmountNumber } from '@postern/domain/money';
import { currencyOfPlan } from '@postern/domain/plans';
import { type AppliedTax, taxOf } from '@postern/domain/purchase';
import type { Queryable } from '../../db/client.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import { findPartner, type PartnerRow } from '../partners/public.ts';
import { currencyFor, type Quote, quotePurchase } from '../plans/public.ts';
import type { PurchaseDeps } from './purchase-deps.ts';
import { listTaxLines, type PurchaseRow } from './purchase-repository.ts';

/** What a wish costs with tax, and who takes the money. Refused when the buyer was shown another amount. */
export async function quoteForPurchase(
  tx: Queryable,
  deps: PurchaseDeps,
  purchase: PurchaseRow,
  wish: PurchasedPlan,
): Promise<{ tax: AppliedTax; gateway: NonNullable<PurchaseRow['gateway']> }> {
  const partner = await findPartner(tx, purchase.partnerId);
  if (partner === null) throw new PanelError('PURCHASE_CLOSED');
  const quote = await quotePurchase(tx, { ...wish, partnerId: purchase.partnerId });
  if (quote === null) throw notSold('planId', 'This plan is not sold with this cycle and currency.');
  requireOfferedCurrency(partner, purchase, quote, wish);
  const table = await listTaxLines(tx, purchase.partnerId);
  const today = plainDateOf(deps.clock.now().getTime());
  const tax = taxOf(quote.totalMinor, table, purchase.billingAddress?.country ?? '', today);
  if (Math.round(wish.chargeableAmount * 100) !== tax.totalMinor) {
    throw new PanelError('AMOUNT_CHANGED', {
      chargeableAmount: toAmountNumber(tax.totalMinor),
      currency: wish.currency,
      taxes: table,
    });
  }
  if (partner.flags.forgoPayments || !partner.paymentEnabled) return { tax, gateway: 'partner' };
  const paysAtPartner = partner.flags.hideBillingPageOnPaymentViaPartner;
  // A trial is never sent to the partner's page: there is nothing to pay there yet. Spec 1 §4, Partner pays.
  if (tax.totalMinor === 0 && (paysAtPartner || !quote.plan.needsCard)) return { tax, gateway: 'none' };
  return { tax, gateway: paysAtPartner ? 'partner-page' : deps.gateway.name };
}

const notSold = (path: string, message: string) => invalid([{ path, code: 'not_sold', message }]);

function requireOfferedCurrency(partner: PartnerRow, purchase: PurchaseRow, quote: Quote, wish: PurchasedPlan): void {
  if (quote.plan.prices.length === 0) return;
  const wanted = currencyFor(partner.countryCurrencies, purchase.claims.customerCountry);
  if (wish.currency !== currencyOfPlan(quote.plan, wanted))
    throw notSold('currency', 'Use the currency that fetch-plans gave.');
}
