import type { Plan } from '@postern/contract/plans';
import {
  type BillingCycle,
  CYCLE_MONTHS,
  cyclesToOffer,
  monthlyDisplayPriceMinor,
  pricesOfPricing,
  savingPercent,
} from '@postern/domain/plans';
import { toAmountNumber, toMinor } from '@postern/domain/money';
import { RadioRows } from '@postern/ui/forms/radio-rows';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { priceNow, type Shopper } from './price-now.ts';
import { useFirstPrice } from './use-first-price.ts';

/** A plan as the rules of prices take it. */
const pricedOf = ({ type, isTrial, pricing, currency }: Plan) => ({
  type,
  isTrial,
  isFree: false,
  prices: pricesOfPricing(pricing, currency),
});

/** The cycles of a plan, the shortest first. */
export const cyclesOf = (plan: Plan, present?: BillingCycle): BillingCycle[] =>
  cyclesToOffer(pricedOf(plan), plan.currency, present).toSorted(
    (one, other) => CYCLE_MONTHS[one] - CYCLE_MONTHS[other],
  );

/** A fold must hide more than one cycle to be worth it. */
const FOLDED_FROM = 2;

type Props = {
  plan: Plan;
  /** The cycle that is paid now; null where nothing is paid yet. */
  present: BillingCycle | null;
  shopper: Shopper;
  cycle: BillingCycle;
  onChoose: (cycle: BillingCycle) => void;
};

/** How often to pay. A longer cycle starts today, a shorter one at the renewal. */
export function CycleRows({ plan, present, shopper, cycle, onChoose }: Props) {
  const t = useText();
  const format = useFormat();
  const firstPrice = useFirstPrice(shopper);
  const priced = pricedOf(plan);
  const [isOpen, setOpen] = useState(false);
  const all = cyclesOf(plan, present ?? undefined);
  const isShorter = (each: BillingCycle) => present !== null && CYCLE_MONTHS[each] < CYCLE_MONTHS[present];
  const shorter = all.filter(isShorter);
  // What starts at the renewal is asked for less often.
  const isFolded = !isOpen && shorter.length >= FOLDED_FROM && !isShorter(cycle);
  const names = shorter.map((each) => t('purchase.cycle.inList', { cycle: each }));
  const percent = (value: number) => format.number(value / 100, { style: 'percent' });
  return (
    <RadioRows
      label={t('upgrade.plans.cycle')}
      figureHead={t('upgrade.plans.perMonth')}
      value={cycle}
      onValueChange={onChoose}
      rows={(isFolded ? all.filter((each) => !isShorter(each)) : all).map((each) => {
        const saving = savingPercent(priced, plan.currency, each);
        const price = toMinor(priceNow(plan, each, shopper)?.amount ?? 0);
        return {
          value: each,
          title: t('purchase.cycle.name', { cycle: each }),
          gain: saving > 0 ? t('purchase.cycle.saving', { percent: percent(saving) }) : undefined,
          note:
            each === present
              ? t('upgrade.plans.now')
              : isShorter(each)
                ? t('upgrade.plans.atRenewal')
                : firstPrice(plan, each),
          figure: format.money(toAmountNumber(monthlyDisplayPriceMinor(price, each)), plan.currency),
        };
      })}
      more={
        isFolded
          ? {
              label: t('purchase.cycle.more', { cycles: format.list(names, 'open') }),
              figure: t('upgrade.plans.atRenewal'),
              onOpen: () => setOpen(true),
            }
          : undefined
      }
      name="billingCycle"
    />
  );
}
