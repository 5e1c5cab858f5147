import { whoTakesPayment } from '@postern/domain/partners';
import { mayChangeBilling } from '@postern/domain/plans';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Card } from '@postern/ui/layout/card';
import { PageHeader } from '@postern/ui/layout/page-header';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Receipt } from 'lucide-react';
import { useState } from 'react';
import { AskYourAdmin } from '../../lib/access/ask-your-admin.tsx';
import { useRole } from '../../lib/access/use-role.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { ReadFailed } from '../../lib/loading/read-failed.tsx';
import { usePart } from '../../lib/loading/use-part.ts';
import { WaitingCard } from '../../lib/loading/waiting.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { currentPlanQuery } from '../subscriptions/queries.ts';
import { useOffers } from '../upgrade/panel.ts';
import { DisputeCard } from './dispute-card.tsx';
import { HowYouPay } from './how-you-pay.tsx';
import { Invoices } from './invoices/invoices.tsx';
import { NextCharges } from './next-charge.tsx';
import { noticeOf } from './notice-of.ts';
import { billingOverviewQuery, savedCardQuery } from './queries.ts';
import { ProcessingCard } from './processing-card.tsx';
import { RenewalDialogs } from './renewal-dialogs.tsx';
import { ScheduledNote } from './scheduled-note.tsx';
import { StateCard } from './state-card.tsx';
import { useReturnFromBank } from './use-return-from-bank.ts';
import { WhatYouHave } from './what-you-have.tsx';

const loadCancel = () => import('./cancel-modal.tsx');

/** What the domain has, what is charged when, and with what. Spec 2 §2, Billing and subscription. */
export function BillingPage() {
  const t = useText();
  const { domain = '' } = useSession();
  const role = useRole();
  const { bundleId = '' } = useSession();
  const isOurs = whoTakesPayment(usePartner()) !== 'partner';
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const { mailboxes } = useOffers(plan);
  if (!mayChangeBilling(role)) return <AskYourAdmin text={t('billing.notAdmin.text', { domain })} />;
  return (
    <>
      <PageHeader
        title={t('billing.page.title')}
        sentence={t('billing.page.sentence', { domain })}
        actions={<BuyButton isOurs={isOurs} />}
        // The next charge comes first there, and mailboxes have a link of their own.
        actionsOnPhone={!mailboxes || !isOurs}
      />
      {isOurs ? <OwnBilling /> : <PartnerBills />}
    </>
  );
}

/** A button for what most people come to buy. A trial's card has its own. */
function BuyButton({ isOurs }: { isOurs: boolean }) {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const { mailboxes, firstPlan } = useOffers(plan);
  const isSaidBelow = isOurs && noticeOf(plan) === 'trial';
  if (mailboxes)
    return (
      <ButtonLink icon={<Plus size={18} aria-hidden="true" />} render={<Link to={PATHS.buyMailboxes} />}>
        {t('billing.have.buy')}
      </ButtonLink>
    );
  if (!firstPlan || isSaidBelow) return null;
  return <ButtonLink render={<Link to={PATHS.billing} />}>{t('billing.have.choose')}</ButtonLink>;
}

function OwnBilling() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  useReturnFromBank();
  const read = useQuery(billingOverviewQuery(bundleId));
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const { data: saved } = useQuery(savedCardQuery(bundleId));
  const isInvoiced = whoTakesPayment(usePartner()) === 'panel';
  const overview = read.data;
  const card = saved?.card ?? null;
  if (read.error && !overview) return <ReadFailed title={t('billing.failed.title')} read={read} />;
  if (!overview || !plan) return <WaitingCard heading="30%" button="8rem" />;
  const isCancelled = overview.orders.some(({ cancelledOn }) => cancelledOn !== null);
  return (
    <>
      <RenewalDialogs plan={plan} />
      <DisputeCard overview={overview} />
      <ProcessingCard overview={overview} />
      <StateCard overview={overview} plan={plan} card={card} />
      <ScheduledNote plan={plan} />
      <div className="grid items-start gap-x-10 gap-y-9 min-[70rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <aside
          aria-label={t('billing.next.title')}
          className="grid gap-4 min-[70rem]:sticky min-[70rem]:top-10 min-[70rem]:order-2"
        >
          <NextCharges overview={overview} plan={plan} card={card} />
        </aside>
        <div className="min-w-0">
          <WhatYouHave overview={overview} plan={plan} />
          <HowYouPay plan={plan} saved={saved} isCancelled={isCancelled} />
          {isInvoiced && <Invoices firstOn={overview.charges[0]?.on ?? null} />}
          <Cancelling />
        </div>
      </div>
    </>
  );
}

/** A way to cancel each product that renews or would renew. */
function Cancelling() {
  const t = useText();
  const format = useFormat();
  const { bundleId = '', domain = '' } = useSession();
  const { data: overview } = useQuery(billingOverviewQuery(bundleId));
  const { data: plan } = useQuery(currentPlanQuery(bundleId, domain));
  const [chosen, setChosen] = useState<string | null>(null);
  const part = usePart(loadCancel, chosen === null ? 'soon' : 'now');
  const left = (plan?.remainingDays ?? 0) >= 0;
  const orders = (overview?.orders ?? []).filter((one) => one.endsOn !== null && one.cancelledOn === null && left);
  const details = [plan?.mailSuiteDetails, plan?.siteDetails, plan?.domainDetails];
  const nameOf = (orderId: string) => {
    const found = details.find((one) => one?.orderId === orderId);
    return found ? format.name(found.planDetails) : '';
  };
  const order = overview?.orders.find((one) => one.orderId === chosen);
  return (
    <>
      {orders.map((one) => (
        <div
          key={one.orderId}
          className="mt-9 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 pt-4 text-label text-2nd max-phone:px-4"
        >
          <span className="min-w-60 flex-1 text-pretty">
            {t('billing.cancel.offer', { date: format.date(one.endsOn ?? '', 'long') })}
          </span>
          <Button kind="ghost" size="s" className="-mx-2.5" onClick={() => setChosen(one.orderId)}>
            {t(orders.length > 1 ? 'billing.cancel.openNamed' : 'billing.cancel.open', { name: nameOf(one.orderId) })}
          </Button>
        </div>
      ))}
      {part && order && <part.CancelModal order={order} name={nameOf(order.orderId)} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Where the partner sends the bill, prices, cards and invoices are there. Spec 1 §4, Partner pays. */
function PartnerBills() {
  const t = useText();
  const { companyName } = usePartner();
  return (
    <Card padded className="page-narrow">
      <div className="flex gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-accent-soft text-accent-text">
          <Receipt size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2>{t('billing.partner.title', { company: companyName })}</h2>
          <p className="mt-1 text-pretty text-2nd">{t('billing.partner.text', { company: companyName })}</p>
        </div>
      </div>
    </Card>
  );
}
