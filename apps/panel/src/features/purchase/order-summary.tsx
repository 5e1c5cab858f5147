import { isReverseCharge } from '@postern/domain/billing';
import { Button } from '@postern/ui/buttons/button';
import { Card } from '@postern/ui/layout/card';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { InBottomBar } from './bottom-bar.tsx';
import type { Order } from './order.ts';
import { usePurchase } from './purchase-store.ts';
import { useMoneyText } from './use-money-text.ts';

/** The step's one button: it either does something itself or sends the form of that id. */
export type StepSubmit = {
  label: string;
  onPress?: () => void;
  form?: string;
  pending?: boolean;
  disabled?: boolean;
};

type Props = { order: Order; submit: StepSubmit; children?: ReactNode };

const EACH = {
  paid: 'purchase.order.each',
  trial: 'purchase.order.eachLater',
  free: 'purchase.order.eachFree',
} as const;

/** What is bought and what it costs, next to the step; only on wide windows with the button. */
export function OrderAside({ order, submit, children }: Props) {
  const t = useText();
  const { number } = useFormat();
  const rate = (basisPoints: number) => number(basisPoints / 10_000, { style: 'percent', maximumFractionDigits: 2 });
  const money = useMoneyText(order.currency);
  return (
    <Card padded>
      <h2 className="mb-3">{t('purchase.order.title')}</h2>
      <p className="flex justify-between gap-4 text-2nd">
        <span>{t('purchase.counter.count', { count: order.accounts })}</span>
        <span className="num whitespace-nowrap">{money(order.netMinor - (order.off?.amountMinor ?? 0))}</span>
      </p>
      <p className="mt-1 text-small text-2nd">
        {t(EACH[order.kind], { price: money(order.eachMinor), cycle: order.cycle })}
      </p>
      {order.off && (
        <p className="mt-2 flex justify-between gap-4 text-2nd">
          <span className="min-w-0 wrap-anywhere">{t('purchase.discount.line', { code: order.off.code })}</span>
          <span className="num whitespace-nowrap text-good">{money(order.off.amountMinor)}</span>
        </p>
      )}
      {order.taxLines.map((line) => (
        <p key={line.name} className="mt-2 flex justify-between gap-4 text-2nd">
          <span>
            {isReverseCharge(line)
              ? t('purchase.order.reverseCharge')
              : t('purchase.order.tax', { name: line.name, rate: rate(line.rateBasisPoints) })}
          </span>
          <span className="num whitespace-nowrap">{money(line.taxMinor)}</span>
        </p>
      ))}
      <div className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <span>{t('purchase.order.today')}</span>
        <b className="text-price leading-tight font-heading tracking-[-0.018em]">{money(order.todayMinor)}</b>
      </div>
      <p className="mt-1.5 text-small text-pretty text-2nd">
        <RenewalSentence order={order} />
      </p>
      <div className="mt-5 max-desk:hidden">
        <SubmitButton submit={submit} wide />
      </div>
      {children}
    </Card>
  );
}

/** The total and the button on a phone, within reach of a thumb. */
export function OrderBar({ order, submit, children }: Props) {
  const t = useText();
  const { list } = useFormat();
  const money = useMoneyText(order.currency);
  return (
    <InBottomBar>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <div className="min-w-0">
          <div className="text-small text-2nd">
            {list([t('purchase.order.today'), t('purchase.counter.count', { count: order.accounts })], 'open')}
          </div>
          <b className="text-[1.25rem] leading-tight font-heading tracking-[-0.014em]">{money(order.todayMinor)}</b>
        </div>
        <SubmitButton submit={submit} />
      </div>
      {children}
    </InBottomBar>
  );
}

function SubmitButton({ submit, wide = false }: { submit: StepSubmit; wide?: boolean }) {
  const { label, onPress, form, pending, disabled } = submit;
  return (
    <Button
      size="l"
      wide={wide}
      type={form ? 'submit' : 'button'}
      form={form}
      pending={pending}
      disabled={disabled}
      onClick={onPress}
      className="max-desk:flex-auto"
    >
      {label}
    </Button>
  );
}

/** The date and the amount of the next payment. */
function RenewalSentence({ order }: { order: Order }) {
  const t = useText();
  const { date } = useFormat();
  const money = useMoneyText(order.currency);
  const { autoRenew } = usePurchase();
  if (order.dueOn === null) return t('purchase.order.free');
  const due = date(order.dueOn, 'long');
  const amount = money(order.laterMinor);
  if (order.kind === 'trial') {
    return t('purchase.order.trial', { days: order.plan.defaultTrialDays ?? 0, date: due, amount, cycle: order.cycle });
  }
  if (!autoRenew) return t('purchase.order.ends', { date: due });
  if (order.laterMinor === order.todayMinor) return t('purchase.order.renews', { date: due });
  return t('purchase.order.renewsFor', { date: due, amount });
}
