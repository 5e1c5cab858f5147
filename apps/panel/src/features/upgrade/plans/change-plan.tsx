import type { OrderItem } from '@postern/contract/billing';
import type { Plan } from '@postern/contract/plans';
import type { CurrentPlan, OrderDetails } from '@postern/contract/subscriptions';
import { accountsToBegin, actionFor } from '@postern/domain/billing';
import { type BillingCycle, pickCycle } from '@postern/domain/plans';
import { Card } from '@postern/ui/layout/card';
import { useRef, useState } from 'react';
import { useText } from '../../../lib/i18n/texts.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useQueryFlag } from '../../../lib/use-query-flag.ts';
import { PageColumns } from '../pay/page-columns.tsx';
import { QuoteCard } from '../pay/quote-card.tsx';
import { MailboxCounter } from '../seats/mailbox-counter.tsx';
import { CycleRows, cyclesOf } from './cycle-rows.tsx';
import { MonthOffer } from './month-offer.tsx';
import { PlanCards } from './plan-cards.tsx';
import { ScheduledChange } from './scheduled-change.tsx';

type Props = {
  plan: CurrentPlan;
  order: OrderDetails;
  sold: readonly Plan[];
  offered: readonly Plan[];
  product: 'MailSuite' | 'Site';
};

const MOST = 9999;

/** The choices, and their quote. More is bought now; less starts at the renewal. */
export function ChangePlan({ plan, order, sold, offered, product }: Props) {
  const t = useText();
  const { isPaid, paidPlanId } = order.planDetails;
  const { purchased, active, limit } = order.noOfAccounts;
  const [wantsHigher] = useQueryFlag('higherPlan');
  const present = isPaid ? (sold.find(({ id }) => id === order.planId) ?? null) : null;
  const [planId, setPlanId] = useState(() => firstChoice(offered, present, paidPlanId, wantsHigher).id);
  const chosen = offered.find(({ id }) => id === planId) ?? offered[0];
  const [wantedCycle, setCycle] = useState<BillingCycle>(plan.billingCycle);
  const [accounts, setAccounts] = useState(() =>
    isPaid ? purchased : accountsToBegin({ isTrial: order.planDetails.isTrial, limit, active }),
  );
  const [isWrong, setWrong] = useState(false);
  const counter = useRef<HTMLInputElement>(null);
  if (!chosen) return null;
  const cycle = pickCycle(cyclesOf(chosen, isPaid ? plan.billingCycle : undefined), wantedCycle);
  const item = itemFor();
  const shopper = { plan, order, zIndex: present?.zIndex ?? null };
  function itemFor(): OrderItem | null {
    if (!chosen) return null;
    const now = {
      ...{ planId: order.planId, zIndex: present?.zIndex ?? 0, isPaid: present !== null },
      ...{ billingCycle: plan.billingCycle, noOfAccounts: purchased },
    };
    const wanted = { planId: chosen.id, zIndex: chosen.zIndex, billingCycle: cycle, noOfAccounts: accounts };
    const action = actionFor(now, wanted);
    if (action === null) return null;
    return action === 'buyMoreAccounts'
      ? { orderType: product, action, noOfAccounts: accounts - purchased }
      : { orderType: product, action, planId: chosen.id, billingCycle: cycle, noOfAccounts: accounts };
  }
  function isReady(): boolean {
    if (isWrong) counter.current?.focus();
    return !isWrong;
  }
  function onPaid() {
    const isLater = item?.action === 'changeAtRenewal';
    showToast(t(isLater ? 'upgrade.plans.saved' : 'upgrade.plans.done'), { kind: 'success' });
  }
  return (
    <PageColumns
      title={t('upgrade.plans.title')}
      sentence={t(sentenceFor(order, offered, present))}
      aside={
        <QuoteCard
          orderItems={item === null ? null : [item]}
          monthExtension={order.isMonthOffered === true ? 1 : 0}
          onBeforePay={isReady}
          onPaid={onPaid}
        >
          {t('upgrade.plans.choose')}
        </QuoteCard>
      }
    >
      <MonthOffer plan={plan} order={order} />
      <ScheduledChange plan={plan} sold={sold} orderType={product} />
      <PlanCards
        plans={offered}
        present={present}
        shopper={shopper}
        chosen={chosen.id}
        cycle={cycle}
        onChoose={setPlanId}
      />
      {product === 'MailSuite' && (
        <Card>
          <MailboxCounter
            question={t('upgrade.plans.mailboxes')}
            hint={t(isPaid ? 'upgrade.plans.have' : 'upgrade.plans.wanted', { purchased, active })}
            value={accounts}
            minimum={Math.max(1, active)}
            maximum={MOST}
            onChange={setAccounts}
            onWrong={setWrong}
            inputRef={counter}
          />
        </Card>
      )}
      <CycleRows
        plan={chosen}
        present={isPaid ? plan.billingCycle : null}
        shopper={shopper}
        cycle={cycle}
        onChoose={setCycle}
      />
    </PageColumns>
  );
}

/** What paying leads to, of which nothing is said that isn't offered. */
function sentenceFor({ planDetails }: OrderDetails, offered: readonly Plan[], present: Plan | null) {
  if (planDetails.isTrial) return 'upgrade.plans.trialSentence';
  const hasHigher = present === null || offered.some(({ zIndex }) => zIndex > present.zIndex);
  return hasHigher ? 'upgrade.plans.sentence' : 'upgrade.plans.highestSentence';
}

/** The plan that a trial becomes, or the one above it if a link says so; else the next higher one, or the present one if it is the highest. */
function firstChoice(
  offered: readonly Plan[],
  present: Plan | null,
  paidPlanId: number | null,
  wantsHigher: boolean,
): Plan {
  const ofTrial = offered.find(({ id }) => id === paidPlanId) ?? null;
  const base = present ?? (wantsHigher ? ofTrial : null);
  const next = base && offered.find(({ zIndex }) => zIndex > base.zIndex);
  return (next ?? present ?? ofTrial ?? offered[0]) as Plan;
}
