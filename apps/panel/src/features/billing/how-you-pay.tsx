import type { CurrentPlan } from '@postern/contract/subscriptions';
import { whoTakesPayment } from '@postern/domain/partners';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AddressRow } from './address-row.tsx';
import { AutoRenew } from './auto-renew.tsx';
import type { CardAnswer } from './saved-card.ts';
import { CardHistory } from './card-history.tsx';
import { CardRow } from './card-row.tsx';
import { endOf } from './notice-of.ts';
import { PayRow } from './pay-row.tsx';
import { billingAddressQuery } from './queries.ts';
import { RENEWAL_FLAGS } from './renewal-flags.ts';

type Props = {
  plan: CurrentPlan;
  /** Null: no card is saved. Undefined until that is known. */
  saved: CardAnswer | null | undefined;
  isCancelled: boolean;
};

/** The card, the cycle, the day of the renewal, whether it renews, and the address on invoices. */
export function HowYouPay({ plan, saved, isCancelled }: Props) {
  const t = useText();
  const format = useFormat();
  const partner = usePartner();
  const { bundleId = '' } = useSession();
  const { data: buyer } = useQuery(billingAddressQuery(bundleId));
  const hasEnd = plan.expiresOn !== null;
  const isOver = plan.subscriptionStatus === 'suspended' || plan.subscriptionStatus === 'expired';
  const isDue = plan.remainingDays !== null && plan.remainingDays < 0;
  const isPaidHere = whoTakesPayment(partner) === 'panel';
  const lacksCard = isPaidHere && saved === null && (plan.amountToBePaidOnRenewal ?? 0) > 0;
  return (
    <section aria-labelledby="how-you-pay" className="mt-9">
      <h2 id="how-you-pay" className="mb-2.5">
        {t('billing.pay.title')}
      </h2>
      <Card>
        {isPaidHere ? (
          <CardRow plan={plan} card={saved?.card ?? null} mayRemove={saved?.mayRemove ?? false} />
        ) : (
          <PayRow label={t('billing.pay.how')} note={t('billing.pay.atPartnerNote')}>
            {t('billing.pay.atPartner', { company: partner.companyName })}
          </PayRow>
        )}
        {hasEnd && plan.showBillingCycleSwitcher && (
          <PayRow
            label={t('billing.pay.cycle')}
            note={
              plan.renewalBillingCycle !== plan.billingCycle &&
              // A renewal that isn't paid yet is due since a day in the past.
              t(isDue ? 'billing.pay.cycleOnceDue' : 'billing.pay.cycleNext', {
                date: format.date(endOf(plan), 'long'),
                cycle: plan.renewalBillingCycle,
              })
            }
            action={<ChangeLink flag={RENEWAL_FLAGS.cycle} label={t('billing.pay.changeCycle')} />}
          >
            {t('billing.pay.cycleIs', { cycle: plan.billingCycle })}
          </PayRow>
        )}
        {hasEnd && !isOver && (
          <PayRow
            label={t(plan.autoRenew ? 'billing.pay.renewal' : 'billing.pay.end')}
            note={plan.canChangeRenewalDate && t('billing.pay.moveOnce')}
            action={
              plan.canChangeRenewalDate && <ChangeLink flag={RENEWAL_FLAGS.date} label={t('billing.pay.changeDate')} />
            }
          >
            {format.date(endOf(plan), 'long')}
          </PayRow>
        )}
        {hasEnd && !isOver && !isCancelled && <AutoRenew plan={plan} lacksCard={lacksCard} />}
        {buyer && <AddressRow buyer={buyer} />}
        {isPaidHere && saved && <CardHistory history={saved.history} />}
      </Card>
      {saved?.card && !saved.mayRemove && (
        <p className="prose-width mt-2.5 text-small text-pretty text-2nd">{t('billing.card.shared')}</p>
      )}
    </section>
  );
}

function ChangeLink({ flag, label }: { flag: string; label: string }) {
  const t = useText();
  return (
    <Link to={PATHS.subscription} search={{ [flag]: 'true' }} aria-label={label} className="touch font-strong">
      {t('billing.pay.change')}
    </Link>
  );
}
