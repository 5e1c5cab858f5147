import { RadioRows } from '@postern/ui/forms/radio-rows';
import { useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import type { Order } from '../order.ts';
import { updatePurchase } from '../purchase-store.ts';
import { useMoneyText } from '../use-money-text.ts';
import { cyclesShown } from './cycles-shown.ts';
import type { CycleOffer } from './priced-plan.ts';

/** How often the buyer pays, by length; rare cycles wait behind "More". */
export function CyclePicker({ order }: { order: Order }) {
  const t = useText();
  const money = useMoneyText(order.currency);
  const { number, list } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { shown, hidden } = cyclesShown(order.offers, order.cycle, isOpen);
  const percent = (value: number) => number(value / 100, { style: 'percent' });
  const firstPrice = ({ cycle, firstPriceMinor, priceMinor }: CycleOffer) =>
    t('purchase.cycle.first', { cycle, first: money(firstPriceMinor), later: money(priceMinor) });
  const names = hidden.map(({ cycle }) => t('purchase.cycle.inList', { cycle }));
  return (
    <RadioRows
      label={t(order.kind === 'trial' ? 'purchase.plan.cycleAfterTrial' : 'purchase.plan.cycle')}
      figureHead={t('purchase.cycle.perMonth')}
      value={order.cycle}
      onValueChange={(cycle) => updatePurchase({ cycle })}
      rows={shown.map((offer) => ({
        value: offer.cycle,
        title: t('purchase.cycle.name', { cycle: offer.cycle }),
        gain:
          offer.savingPercent > 0 ? t('purchase.cycle.saving', { percent: percent(offer.savingPercent) }) : undefined,
        note: offer.isDiscounted ? firstPrice(offer) : undefined,
        figure: money(offer.monthlyMinor),
      }))}
      more={
        hidden.length > 0
          ? {
              label: t('purchase.cycle.more', { cycles: list(names, 'open') }),
              figure: t('purchase.cycle.from', {
                price: money(Math.min(...hidden.map(({ monthlyMinor }) => monthlyMinor))),
              }),
              onOpen: () => setOpen(true),
            }
          : undefined
      }
      name="billingCycle"
    />
  );
}
