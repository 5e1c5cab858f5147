import { nameInLocale } from '@postern/domain/plans';
import { Counter } from '@postern/ui/feedback/counter';
import { Card } from '@postern/ui/layout/card';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useLocale, useText } from '../../../lib/i18n/texts.ts';
import { OrderAside, OrderBar } from '../order-summary.tsx';
import type { Order } from '../order.ts';
import { TwoColumns } from '../purchase-frame.tsx';
import { updatePurchase, useOpenedPurchase } from '../purchase-store.ts';
import { StepHeading } from '../step-heading.tsx';
import { CyclePicker } from './cycle-picker.tsx';
import { DiscountField, useDiscountField } from './discount-field.tsx';
import { planSentence } from './plan-sentence.ts';

type Props = {
  order: Order;
  /** Why the code of the link can't be used; null if it can, or if there is none. */
  codeProblem: Error | null;
  bar: ReactNode;
  onNext: () => void;
};

/** Step 1: how many mailboxes, and which cycle. */
export function PlanStep({ order, codeProblem, bar, onNext }: Props) {
  const t = useText();
  const locale = useLocale();
  const { claims } = useOpenedPurchase();
  const [isWrong, setWrong] = useState(false);
  const counter = useRef<HTMLInputElement>(null);
  const code = useDiscountField(codeProblem);
  const submit = {
    label: t('purchase.next.details'),
    pending: code.isPending,
    onPress: () => {
      if (isWrong) counter.current?.focus();
      // A code that was typed and not sent counts, too.
      else if (order.kind === 'free') onNext();
      else void code.tryCode(true).then((mayGoOn) => mayGoOn && onNext());
    },
  };
  return (
    <>
      <TwoColumns
        step={
          <>
            {bar}
            <StepHeading
              step="plan"
              title={t('purchase.plan.title', { plan: nameInLocale(order.plan, locale), domain: claims.domainName })}
            >
              {planSentence(order.plan, locale, t)}
            </StepHeading>
            <AccountCounter order={order} isWrong={isWrong} onWrong={setWrong} inputRef={counter} />
            {order.offers.length > 0 && <CyclePicker order={order} />}
            {order.kind !== 'free' && <DiscountField order={order} field={code} />}
          </>
        }
        aside={<OrderAside order={order} submit={submit} />}
      />
      <OrderBar order={order} submit={submit} />
    </>
  );
}

type CounterProps = {
  order: Order;
  isWrong: boolean;
  onWrong: (isWrong: boolean) => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

function AccountCounter({ order, isWrong, onWrong, inputRef }: CounterProps) {
  const t = useText();
  return (
    <Card className="mb-7 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 px-5 py-4 max-phone:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="mb-0.5 text-lead!">{t('purchase.counter.question')}</h2>
        <p id="counter-hint" className="text-small text-2nd">
          {t('purchase.counter.hint')}
        </p>
        <p id="counter-wrong" role="alert" className="text-small text-bad">
          {isWrong && t('purchase.counter.wrong', { maximum: order.maximumAccounts })}
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
        describedBy="counter-hint counter-wrong"
        onWrong={onWrong}
        inputRef={inputRef}
        name="noOfAccounts"
      />
    </Card>
  );
}
