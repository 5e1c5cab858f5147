import type { Quote } from '@postern/contract/billing';
import { type BuyerTaxes, renew, settle, taxesOf } from '@postern/domain/billing';
import { toAmountNumber } from '@postern/domain/money';
import type { Queryable } from '../../../db/client.ts';
import { readAddOnPrices } from '../../subscriptions/public.ts';
import type { QuoteRow } from './quote-change.ts';

/** The renewal that follows a change, as the change leaves the order; null if it doesn't renew automatically. */
export async function nextChargeOf(
  tx: Queryable,
  { change: { after }, sum, currency }: QuoteRow,
  taxes: BuyerTaxes,
): Promise<Quote['nextCharge']> {
  if (after.kind !== 'paid' || after.period === null || !after.autoRenew) return null;
  const on = after.period.to;
  const addOnPriceOf = await readAddOnPrices(tx, currency, after.addOns);
  const next = renew(after, {
    taxes: taxesOf(taxes, on),
    ...{ restartOn: null, trialBecomes: null, activeAccounts: 0, scheduledRefusal: null },
    addOnPriceOf,
  });
  return next === null ? null : { on, amount: toAmountNumber(settle(next.lines, sum.creditLeftMinor).toPayMinor) };
}
