import type { CurrentPlan } from '@postern/contract/subscriptions';
import { lastDayOf } from '@postern/domain/plans';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { Card } from '@postern/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { ReadFailed } from '../../../lib/loading/read-failed.tsx';
import { WaitingCard } from '../../../lib/loading/waiting.tsx';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { currentPlanQuery } from '../../subscriptions/queries.ts';
import { PageColumns } from '../pay/page-columns.tsx';
import { QuoteCard } from '../pay/quote-card.tsx';
import { EachMailbox } from './each-mailbox.tsx';
import { MailboxCounter } from './mailbox-counter.tsx';
import { MailboxDoors } from './mailbox-doors.tsx';

/** The most mailboxes of one order. */
const MOST = 9999;

/** More mailboxes for the rest of the period. Board billing-seats. */
export function BuyMailboxesPage() {
  const t = useText();
  const { bundleId = '', domain = '' } = useSession();
  const read = useQuery(currentPlanQuery(bundleId, domain));
  if (read.error && !read.data) return <ReadFailed title={t('upgrade.notRead')} read={read} />;
  if (!read.data) return <WaitingCard heading="50%" button="10rem" />;
  const mail = read.data.mailSuiteDetails;
  if (!mail?.planDetails.isPaid) return <PaidPlanFirst />;
  return <BuyMailboxes plan={read.data} mail={mail} />;
}

/** A trial or the free plan has no more mailboxes to sell. */
function PaidPlanFirst() {
  const t = useText();
  return (
    <Banner
      title={t('upgrade.seats.paidFirst')}
      action={
        <ButtonLink size="s" render={<Link to={PATHS.billing} />}>
          {t('upgrade.seats.choosePlan')}
        </ButtonLink>
      }
    >
      {t('upgrade.seats.paidFirstText')}
    </Banner>
  );
}

type Props = { plan: CurrentPlan; mail: NonNullable<CurrentPlan['mailSuiteDetails']> };

function BuyMailboxes({ plan, mail }: Props) {
  const t = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const { purchased, active } = mail.noOfAccounts;
  const [more, setMore] = useState(1);
  const [isWrong, setWrong] = useState(false);
  const counter = useRef<HTMLInputElement>(null);
  const lastDay = lastDayOf(plan);
  const free = Math.max(0, purchased - active);
  function onPaid(after: CurrentPlan) {
    const count = after.mailSuiteDetails?.noOfAccounts.purchased ?? purchased;
    showToast(t('upgrade.seats.done', { count }), { kind: 'success' });
    return navigate({ to: PATHS.mailboxes });
  }
  function isReady(): boolean {
    if (isWrong) counter.current?.focus();
    return !isWrong;
  }
  return (
    <PageColumns
      title={t('upgrade.seats.title')}
      sentence={t('upgrade.seats.sentence', { active, purchased })}
      aside={
        <QuoteCard
          orderItems={[{ orderType: 'MailSuite', action: 'buyMoreAccounts', noOfAccounts: more }]}
          onBeforePay={isReady}
          onPaid={onPaid}
        />
      }
    >
      <Card>
        <MailboxCounter
          question={t('upgrade.seats.question')}
          hint={t('upgrade.seats.sum', { more, count: purchased + more })}
          value={more}
          minimum={1}
          maximum={Math.max(1, MOST - purchased)}
          onChange={setMore}
          onWrong={setWrong}
          inputRef={counter}
        />
        <div className="border-t border-line px-5 py-4.5 max-phone:px-4">
          <MailboxDoors used={Math.min(active, purchased)} free={free} fresh={more} />
        </div>
      </Card>
      {free > 0 && (
        <Banner
          action={
            <ButtonLink
              kind="quiet"
              size="s"
              render={<Link to={PATHS.mailboxes} search={{ launchEmailCreation: 'true' }} />}
            >
              {t('upgrade.seats.create')}
            </ButtonLink>
          }
        >
          {t('upgrade.seats.stillFree', { count: free })}
        </Banner>
      )}
      <EachMailbox plan={plan} mail={mail} />
      <p className="text-label text-2nd">
        {lastDay && t('upgrade.seats.until', { date: format.date(lastDay, 'long') })}
      </p>
    </PageColumns>
  );
}
