import type { CurrentPlan } from '@postern/contract/subscriptions';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AutoRenew } from './auto-renew.tsx';
import { cardName, type SavedCard } from './card-name.ts';
import { endOf } from './notice-of.ts';
import { billingAddressQuery } from './queries.ts';

type Props = { plan: CurrentPlan; card: SavedCard | null; isCancelled: boolean };

/** The card, the cycle, the day of the renewal, whether it renews, and the address on invoices. */
export function HowYouPay({ plan, card, isCancelled }: Props) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { data: buyer } = useQuery(billingAddressQuery(bundleId));
  const hasEnd = plan.expiresOn !== null;
  const isOver = plan.subscriptionStatus === 'suspended' || plan.subscriptionStatus === 'expired';
  return (
    <section aria-labelledby="how-you-pay" className="mt-9">
      <h2 id="how-you-pay" className="mb-2.5">
        {t('billing.pay.title')}
      </h2>
      <Card>
        <PayRow label={t('billing.pay.card')} note={card && t('billing.card.expires', { date: monthOf(card) })}>
          {card ? cardName(card, t) : <span className="text-2nd">{t('billing.card.none')}</span>}
        </PayRow>
        {hasEnd && plan.showBillingCycleSwitcher && (
          <PayRow
            label={t('billing.pay.cycle')}
            note={
              plan.renewalBillingCycle !== plan.billingCycle &&
              t('billing.pay.cycleNext', { date: format.date(endOf(plan), 'long'), cycle: plan.renewalBillingCycle })
            }
          >
            {t('billing.pay.cycleIs', { cycle: plan.billingCycle })}
          </PayRow>
        )}
        {hasEnd && !isOver && (
          <PayRow label={t(plan.autoRenew ? 'billing.pay.renewal' : 'billing.pay.end')}>
            {format.date(endOf(plan), 'long')}
          </PayRow>
        )}
        {hasEnd && !isOver && !isCancelled && <AutoRenew plan={plan} />}
        {buyer && (
          <PayRow
            label={t('billing.pay.address')}
            note={[
              buyer.billingAddress.companyAddress,
              [buyer.billingAddress.zipCode, buyer.billingAddress.city].filter(Boolean).join(' '),
              buyer.billingAddress.country,
              ...buyer.customerTaxDetails.taxDetails.map(({ value }) => value),
            ]
              .filter(Boolean)
              .join(', ')}
          >
            {buyer.billingAddress.companyName || buyer.billingAddress.name}
          </PayRow>
        )}
      </Card>
    </section>
  );
}

/** As it is printed on the card. */
const monthOf = ({ expMonth, expYear }: SavedCard): string => `${String(expMonth).padStart(2, '0')}/${expYear}`;

type RowProps = { label: ReactNode; note?: ReactNode; children: ReactNode; action?: ReactNode };

/** One line of the card: what it is, its value, a further word, and what can be done about it. */
export function PayRow({ label, note, children, action }: RowProps) {
  return (
    <div className="flex items-center gap-4 border-b border-line px-5 py-4 last:border-b-0 max-phone:px-4">
      <div className="grid min-w-0 flex-1 gap-x-4 phone:grid-cols-[8.75rem_minmax(0,1fr)]">
        <span className="text-label text-2nd">{label}</span>
        <div className="min-w-0">
          <div className="break-words">{children}</div>
          {note && <div className="mt-0.5 text-small text-pretty break-words text-2nd">{note}</div>}
        </div>
      </div>
      {action && <div className="flex-none">{action}</div>}
    </div>
  );
}
