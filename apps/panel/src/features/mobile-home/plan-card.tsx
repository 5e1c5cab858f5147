import type { CurrentPlan } from '@postern/contract/subscriptions';
import { DEFAULT_ACCOUNT_LIMIT } from '@postern/domain/plans';
import { Card } from '@postern/ui/layout/card';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** What the domain has bought, how it is paid, and until when. */
export function PlanCard({ plan }: { plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const { mailSuiteDetails: mail, siteDetails: site, domainDetails: domain } = plan;
  const limit = mail?.noOfAccounts.limit ?? 0;
  const ends = plan.autoRenew ? 'mobileHome.renews' : 'mobileHome.expires';
  return (
    <Card padded>
      {mail && <p className="text-lead font-medium">{format.name(mail.planDetails)}</p>}
      {mail && limit < DEFAULT_ACCOUNT_LIMIT && (
        <p className="text-2nd">{t('mobileHome.mailboxCount', { count: limit })}</p>
      )}
      {[site, domain].map(
        (order) =>
          order && (
            <p key={order.orderId} className="mt-2 font-medium first:mt-0">
              {format.name(order.planDetails)}
            </p>
          ),
      )}
      <div className="mt-3 text-2nd">
        {plan.showBillingCycleSwitcher && <p>{t('mobileHome.cycle', { cycle: plan.billingCycle })}</p>}
        {plan.expiresOn && <p>{t(ends, { date: format.date(plan.expiresOn, 'long') })}</p>}
      </div>
    </Card>
  );
}
