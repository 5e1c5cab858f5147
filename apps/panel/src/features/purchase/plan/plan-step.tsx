import { Counter } from '@postern/ui/feedback/counter';
import { RadioCardGroup } from '@postern/ui/forms/radio-card-group';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { OrderAside, OrderBar } from '../order-summary.tsx';
import type { Order } from '../order.ts';
import { TwoColumns } from '../purchase-frame.tsx';
import { updatePurchase, useOpenedPurchase } from '../purchase-store.ts';
import { StepHeading } from '../step-heading.tsx';
import { useMoneyText } from '../use-money-text.ts';
import { planSentence } from './plan-sentence.ts';
import type { CycleOffer } from './priced-plan.ts';

/** Step 1: which cycle, and how many mailboxes. */
export function PlanStep({ order, bar, onNext }: { order: Order; bar: ReactNode; onNext: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { claims } = useOpenedPurchase();
  const submit = { label: t('purchase.next.details'), onPress: onNext };
  return (
    <>
      <TwoColumns
        step={
          <>
            {bar}
            <StepHeading
              step="plan"
              title={t('purchase.plan.title', { plan: order.plan.displayName, domain: claims.domainName })}
            >
              {planSentence(order.plan, locale, t)} {t('purchase.plan.change')}
            </StepHeading>
            {order.offers.length > 0 && <CyclePicker order={order} />}
            <AccountCounter order={order} />
          </>
        }
        aside={<OrderAside order={order} submit={submit} />}
      />
      <OrderBar order={order} submit={submit} />
    </>
  );
}

function CyclePicker({ order }: { order: Order }) {
  const t = useText();
  const money = useMoneyText(order.currency);
  const { number } = useFormat();
  const percent = (value: number) => number(value / 100, { style: 'percent' });
  const firstPrice = ({ cycle, firstPriceMinor, priceMinor }: CycleOffer) =>
    t('purchase.cycle.first', { cycle, first: money(firstPriceMinor), later: money(priceMinor) });
  const cards = order.offers.map((offer) => ({
    value: offer.cycle,
    title: t('purchase.cycle.name', { cycle: offer.cycle }),
    gain: offer.savingPercent > 0 ? t('purchase.cycle.saving', { percent: percent(offer.savingPercent) }) : undefined,
    note: offer.isDiscounted ? firstPrice(offer) : undefined,
    figure: money(offer.monthlyMinor),
    figureNote: t('purchase.cycle.perMonth'),
  }));
  return (
    <RadioCardGroup
      label={t(order.kind === 'trial' ? 'purchase.plan.cycleAfterTrial' : 'purchase.plan.cycle')}
      value={order.cycle}
      onValueChange={(cycle) => updatePurchase({ cycle })}
      cards={cards}
      name="billingCycle"
      className="mb-7.5"
    />
  );
}

function AccountCounter({ order }: { order: Order }) {
  const t = useText();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2>{t('purchase.counter.title')}</h2>
        <p id="counter-hint" className="text-small text-2nd">
          {t('purchase.counter.hint')}
        </p>
      </div>
      <Counter
        value={order.accounts}
        onValueChange={(accounts) => updatePurchase({ accounts })}
        min={1}
        max={order.maximumAccounts}
        label={t('purchase.counter.title')}
        decreaseLabel={t('purchase.counter.fewer')}
        increaseLabel={t('purchase.counter.more')}
        valueText={t('purchase.counter.count', { count: order.accounts })}
        describedBy="counter-hint"
        name="noOfAccounts"
      />
    </div>
  );
}
