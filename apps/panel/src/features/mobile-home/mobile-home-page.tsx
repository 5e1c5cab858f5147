import type { CurrentPlan } from '@postern/contract/subscriptions';
import { showNames } from '@postern/domain/addresses';
import { whoTakesPayment } from '@postern/domain/partners';
import { mayChangeBilling } from '@postern/domain/plans';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, Layers, LayoutPanelTop, Mail, RefreshCw, Repeat, UserPlus } from 'lucide-react';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { usePart } from '../../lib/loading/use-part.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { loadRenewalDialogs, RENEWAL_FLAGS } from '../billing/panel.ts';
import { billingOverviewQuery } from '../billing/queries.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { Place, Places } from './place.tsx';
import { PlanCard } from './plan-card.tsx';

/** A phone's first screen: what the domain has, and where to go. Spec 2 §2, Mobile home. Board mobile-home. */
export function MobileHomePage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const role = useRole();
  const partner = usePartner();
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const dialogs = usePart(loadRenewalDialogs, 'now');
  if (!plan) return <Skeleton height="24rem" />;
  const mayPay = mayChangeBilling(role) && whoTakesPayment(partner) !== 'partner';
  return (
    <>
      <h1 className="sr-only">{showNames(domain)}</h1>
      <PlanCard plan={plan} mayPay={mayPay} />
      {mayPay && (
        <>
          <BuyOrUpgrade plan={plan} />
          <Billing plan={plan} />
          {dialogs && <dialogs.RenewalDialogs plan={plan} />}
        </>
      )}
      {partner.urls.signUp !== null && (
        <Places id="get-more" title={t('mobileHome.more')}>
          <Place icon={Mail} title={t('mobileHome.newDomain')} to={PATHS.provision} />
        </Places>
      )}
      <p className="mt-5 px-4 text-small text-pretty text-2nd">{t('mobileHome.computer')}</p>
    </>
  );
}

/** By product: more mailboxes only for a paid plan, which has a number of them. */
function BuyOrUpgrade({ plan: { mailSuiteDetails: mail, siteDetails: site } }: { plan: CurrentPlan }) {
  const t = useText();
  if (!mail && !site) return null;
  return (
    <Places id="buy" title={t('mobileHome.buy')}>
      {mail?.planDetails.isPaid && (
        <Place icon={UserPlus} title={t('mobileHome.buyMailboxes')} to={PATHS.buyMailboxes} />
      )}
      {mail && (
        <Place
          icon={Layers}
          title={t(mail.planDetails.isPaid ? 'mobileHome.upgradeMail' : 'mobileHome.chooseMail')}
          to={PATHS.billing}
        />
      )}
      {site && <Place icon={LayoutPanelTop} title={t('mobileHome.upgradeSite')} to={PATHS.siteBilling} />}
    </Places>
  );
}

/** Renewing by hand only while something is due; the cycle only of a plan that has one. */
function Billing({ plan }: { plan: CurrentPlan }) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const { data: overview } = useQuery(billingOverviewQuery(bundleId));
  const due = overview?.orders.find(({ dueNow }) => dueNow !== null);
  return (
    <Places id="billing" title={t('mobileHome.billing')}>
      <Place icon={CreditCard} title={t('mobileHome.subscriptions')} to={PATHS.subscription} />
      {overview && due && (
        <Place
          icon={RefreshCw}
          title={t('mobileHome.renewNow')}
          value={format.money(due.dueNow ?? 0, overview.currency)}
          to={due.orderType === 'Site' ? PATHS.siteBilling : PATHS.billing}
          search={{ renew: 'true' }}
        />
      )}
      {plan.showBillingCycleSwitcher && (
        <Place
          icon={Repeat}
          title={t('mobileHome.changeCycle')}
          value={t('mobileHome.cycle', { cycle: plan.billingCycle })}
          to={PATHS.mobileHome}
          search={{ [RENEWAL_FLAGS.cycle]: 'true' }}
        />
      )}
    </Places>
  );
}
