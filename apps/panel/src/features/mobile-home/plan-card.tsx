import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { DEFAULT_ACCOUNT_LIMIT, lastDayOf } from '@postern/domain/plans';
import { CalendarDays, Users } from 'lucide-react';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { RENEWAL_FLAGS } from '../billing/panel.ts';
import { Place } from './place.tsx';

/** What the domain has bought, how it is paid, and until when. Board mobile-home. */
export function PlanCard({ plan, mayPay }: { plan: CurrentPlan; mayPay: boolean }) {
  const t = useText();
  const format = useFormat();
  const { mailSuiteDetails: mail, siteDetails: site, domainDetails: domain } = plan;
  const [main, ...others] = [mail, site, domain].flatMap((order) => order ?? []);
  if (!main) return null;
  const ends = lastDayOf(plan);
  const movesDate = mayPay && plan.canChangeRenewalDate === true;
  return (
    <section aria-labelledby="plan" className="rounded-lg border border-line bg-surface shadow-raised">
      <div className="px-4 pt-4 pb-3.5">
        <div className="flex items-baseline justify-between gap-4 border-b border-line pb-3.5">
          <h2 id="plan" className="min-w-0 text-lead break-words">
            {format.name(main.planDetails)}
          </h2>
          {plan.showBillingCycleSwitcher && (
            <span className="flex-none text-label text-2nd">{t('mobileHome.cycle', { cycle: plan.billingCycle })}</span>
          )}
        </div>
        <dl className="grid gap-2.5 pt-3.5">
          {mail && <Row label={t('mobileHome.mailboxes')}>{inUse(mail)}</Row>}
          {others.map((order) => (
            <Row key={order.orderId} label={t(order.product === 'Site' ? 'mobileHome.website' : 'mobileHome.domain')}>
              {format.name(order.planDetails)}
            </Row>
          ))}
          {ends && (
            <Row label={t(plan.autoRenew ? 'mobileHome.renews' : 'mobileHome.ends')}>{format.date(ends, 'long')}</Row>
          )}
        </dl>
      </div>
      {(mail || movesDate) && (
        <ul className="border-t border-line">
          {mail && <Place icon={Users} title={t('mobileHome.manage')} to={PATHS.mailboxes} />}
          {movesDate && (
            <Place
              icon={CalendarDays}
              title={t('mobileHome.changeDate')}
              value={t('mobileHome.once')}
              to={PATHS.mobileHome}
              search={{ [RENEWAL_FLAGS.date]: 'true' }}
            />
          )}
        </ul>
      )}
    </section>
  );

  function inUse({ noOfAccounts: { limit, active } }: OrderDetails): string {
    return limit < DEFAULT_ACCOUNT_LIMIT
      ? t('mobileHome.inUse', { limit, active })
      : t('mobileHome.inUseAny', { active });
  }
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-label">
      <dt className="flex-none text-2nd">{label}</dt>
      <dd className="num ms-auto min-w-0 text-end break-words">{children}</dd>
    </div>
  );
}
