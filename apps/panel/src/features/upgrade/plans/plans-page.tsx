import { renewableDaysAhead } from '@postern/domain/billing';
import { whoTakesPayment } from '@postern/domain/partners';
import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { usePartner } from '../../../lib/frame/partner.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../../lib/loading/waiting.tsx';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { allPlansQuery, currentPlanQuery } from '../../subscriptions/queries.ts';
import { PageColumns } from '../pay/page-columns.tsx';
import { QuoteCard } from '../pay/quote-card.tsx';
import { ChangePlan } from './change-plan.tsx';
import { plansOffered } from './plans-offered.ts';

export const MailPlansPage = () => <PlansPage product="MailSuite" />;
export const SitePlansPage = () => <PlansPage product="Site" />;

type Product = 'MailSuite' | 'Site';

/** Another plan, number of mailboxes or cycle, and what it costs. Board billing-upgrade. */
function PlansPage({ product }: { product: Product }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(currentPlanQuery(bundleId, domain));
  const plan = read.data;
  const sold = useQuery({ ...allPlansQuery(bundleId, plan?.currency ?? 'USD'), enabled: plan !== undefined });
  const failed = [read, sold].find(({ error, data }) => error && !data);
  if (failed) return <ReadFailed title={t('upgrade.notRead')} read={failed} />;
  if (!plan || !sold.data) return <WaitingCard heading="50%" button="10rem" />;
  const order = product === 'MailSuite' ? plan.mailSuiteDetails : plan.siteDetails;
  if (!order) return null;
  const all = product === 'MailSuite' ? sold.data.mailSuite : sold.data.site;
  return <Plans plan={plan} order={order} sold={all} product={product} />;
}

type Props = { plan: CurrentPlan; order: OrderDetails; sold: readonly Plan[]; product: Product };

function Plans({ plan, order, sold, product }: Props) {
  const t = useText();
  const partner = usePartner();
  const { brand, emails } = partner;
  const { renew } = useSearch({ strict: false }) as { renew?: string };
  const offered = plansOffered(order, sold, brand);
  // In the last 24 hours and after the end nothing but the renewal can be paid for.
  const isEnding = plan.remainingDays !== null && plan.remainingDays <= 0;
  // If the partner takes the payment, the next period can be paid some days in advance.
  const mayRenew =
    plan.subscriptionStatus === 'suspended' ||
    (plan.remainingDays !== null && plan.remainingDays <= renewableDaysAhead(whoTakesPayment(partner)));
  if (isEnding || (renew === 'true' && mayRenew))
    return (
      <PageColumns
        title={t('upgrade.renew.title')}
        sentence={t('upgrade.renew.sentence')}
        aside={
          <QuoteCard
            orderItems={[{ orderType: product, action: 'renew' }]}
            onPaid={() => void showToast(t('upgrade.renew.done'), { kind: 'success' })}
          />
        }
      >
        {null}
      </PageColumns>
    );
  if (offered.length === 0) return <p>{t('upgrade.plans.none', { email: emails.supportEmail })}</p>;
  return <ChangePlan plan={plan} order={order} sold={sold} offered={offered} product={product} />;
}
