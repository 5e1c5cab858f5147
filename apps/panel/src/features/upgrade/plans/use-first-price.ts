import type { Plan } from '@postern/contract/plans';
import type { BillingCycle } from '@postern/domain/plans';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { priceNow, type Shopper } from './price-now.ts';

/** Says of a price that is cheaper in the first cycle what it is afterwards; undefined for every other. */
export function useFirstPrice(shopper: Shopper): (plan: Plan, cycle: BillingCycle) => string | undefined {
  const t = useText();
  const format = useFormat();
  return (plan, cycle) => {
    const price = priceNow(plan, cycle, shopper);
    if (!price?.isFirst) return undefined;
    const money = (amount: number) => format.money(amount, plan.currency);
    return t('purchase.cycle.first', {
      cycle,
      first: money(price.amount),
      later: money(plan.pricing[cycle]?.price ?? 0),
    });
  };
}
