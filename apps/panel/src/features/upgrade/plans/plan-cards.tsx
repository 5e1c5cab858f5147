import type { Plan } from '@postern/contract/plans';
import type { BillingCycle } from '@postern/domain/plans';
import { RadioTiles } from '@postern/ui/forms/radio-tiles';
import { Tag } from '@postern/ui/layout/tag';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { FactValue } from './fact-value.tsx';
import { type PlanFact, planFacts } from './plan-facts.ts';
import { priceNow, type Shopper } from './price-now.ts';
import { useFirstPrice } from './use-first-price.ts';

type Props = {
  plans: readonly Plan[];
  /** The plan that the order has; null: none of these. */
  present: Plan | null;
  shopper: Shopper;
  chosen: number;
  cycle: BillingCycle;
  onChoose: (planId: number) => void;
};

const PLACES: Record<number, string> = { [-1]: 'max-phone:order-1', 1: 'max-phone:-order-1' };
const FOLDED = 'mt-3 block max-phone:group-not-has-data-checked/tile:hidden';

/**
 * The plans side by side. What the present plan lacks is bold. On a phone they are stacked: first the higher plans, then the present one,
 * folded until it is chosen, then the lower ones.
 */
export function PlanCards({ plans, present, shopper, chosen, cycle, onChoose }: Props) {
  const t = useText();
  const format = useFormat();
  const firstPrice = useFirstPrice(shopper);
  const own = present && planFacts(present);
  return (
    <RadioTiles
      label={t('upgrade.plans.list')}
      value={String(chosen)}
      onValueChange={(value) => onChoose(Number(value))}
      name="planId"
      tiles={plans.map((plan) => {
        const price = priceNow(plan, cycle, shopper);
        const first = firstPrice(plan, cycle);
        const isPresent = plan.id === present?.id;
        const place = present === null ? 0 : Math.sign(plan.zIndex - present.zIndex);
        return {
          value: String(plan.id),
          className: place === 0 ? undefined : PLACES[place],
          title: (
            <>
              <span className="text-lead font-strong">{format.name(plan)}</span>
              {isPresent && <Tag>{t('upgrade.plans.yours')}</Tag>}
            </>
          ),
          content: (
            <>
              {price && (
                <>
                  <span className="num mt-1 text-price font-heading font-bold">
                    {format.money(price.amount, plan.currency)}
                  </span>
                  <span className="text-small text-2nd">
                    {t('upgrade.plans.each', { cycle })}
                    {place < 0 && <span className="block">{t('upgrade.plans.atRenewal')}</span>}
                    {first && <span className="block">{first}</span>}
                  </span>
                </>
              )}
              <span className={isPresent ? FOLDED : 'mt-3 block'}>
                {planFacts(plan).map((fact, at) => (
                  <Fact key={fact.label} fact={fact} isNew={isOther(fact, own?.[at])} />
                ))}
              </span>
            </>
          ),
        };
      })}
    />
  );
}

const isOther = (fact: PlanFact, own: PlanFact | undefined): boolean =>
  own !== undefined && JSON.stringify(fact.value) !== JSON.stringify(own.value);

function Fact({ fact: { label, value }, isNew }: { fact: PlanFact; isNew: boolean }) {
  const t = useText();
  return (
    <span className="flex min-h-9 items-center justify-between gap-3 border-t border-line py-1.5 text-label">
      <span className="min-w-0 hyphens-auto text-2nd wrap-break-word">{t(label)}</span>
      <span className={isNew ? 'flex-none font-semibold text-accent-text' : 'flex-none'}>
        <FactValue value={value} />
      </span>
    </span>
  );
}
