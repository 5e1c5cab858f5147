import type { PriceEffect } from '@postern/contract/bulk';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** The effect on the plan and its price, in plain words. */
export function PlanEffect({ effect, className }: { effect: PriceEffect; className?: string }) {
  const t = useText();
  const format = useFormat();
  const { limit, activeBefore, activeAfter, missingPlaces, price, billingCycle } = effect;
  const amount = Number(price.amount);
  const lines = [
    limit === null
      ? t('bulk.plan.unlimited', { after: activeAfter })
      : t('bulk.plan.places', { before: activeBefore, after: activeAfter, limit }),
    ...(missingPlaces > 0 ? [t('bulk.plan.missing', { missing: missingPlaces })] : []),
    missingPlaces > 0 && amount > 0 && billingCycle !== null
      ? t(`bulk.plan.price.${billingCycle}`, { price: format.money(amount, price.currency) })
      : t('bulk.plan.samePrice'),
  ];
  return <p className={className}>{lines.join(' ')}</p>;
}
