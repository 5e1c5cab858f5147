import type { BillingOverview } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import type { BillingNotice } from '@postern/domain/billing';
import { whoTakesPayment } from '@postern/domain/partners';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Card } from '@postern/ui/layout/card';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CalendarX, Check, Minus, Pause, TriangleAlert } from 'lucide-react';
import { useSingleCall } from '../../lib/forms/use-single-call.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { usePartner } from '../../lib/frame/partner.ts';
import { cardName } from '../../lib/i18n/card-name.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import { useQueryFlag } from '../../lib/use-query-flag.ts';
import { useOffers } from '../upgrade/panel.ts';
import { CardDialog } from './card-dialog.tsx';
import { daysLeftOf, noticeOf } from './notice-of.ts';
import { beginRenewalMutation, reactivateSubscriptionMutation } from './queries.ts';
import type { SavedCard } from './saved-card.ts';
import { Tries } from './tries.tsx';

const LOOKS: Record<BillingNotice, { icon: typeof Check; className: string }> = {
  trial: { icon: CalendarClock, className: 'bg-accent-soft text-accent-text' },
  renewing: { icon: CalendarClock, className: 'bg-accent-soft text-accent-text' },
  cancelled: { icon: CalendarX, className: 'bg-accent-soft text-accent-text' },
  ending: { icon: CalendarX, className: 'bg-warn-soft text-warn' },
  retrying: { icon: TriangleAlert, className: 'bg-warn-soft text-warn' },
  suspended: { icon: Pause, className: 'bg-bad-soft text-bad' },
  ended: { icon: CalendarX, className: 'bg-bad-soft text-bad' },
};

type Props = { overview: BillingOverview; plan: CurrentPlan; card: SavedCard | null };
type Fact = { works: boolean; text: string };

/** What has to be said before everything else: what still works first, then what doesn't, and the one next step. */
export function StateCard({ overview, plan, card }: Props) {
  const t = useText();
  const { firstPlan } = useOffers(plan);
  const words = useWords({ overview, plan, card });
  // Until the bank decides, nothing else can be said of the payment.
  if (words === null || (words.notice === 'retrying' && overview.orders[0]?.processing)) return null;
  const { notice, title, text, facts, isAtPartner } = words;
  const { icon: Icon, className } = LOOKS[notice];
  const main = overview.orders[0];
  return (
    <Card padded className="mb-8">
      <div className="flex gap-4 max-phone:flex-col">
        <span className={`grid size-10 flex-none place-items-center rounded-full ${className}`}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <h2>{title}</h2>
          <p className="prose-width mt-1 text-pretty text-2nd">{text}</p>
          {notice === 'retrying' && !isAtPartner && main && <Tries tries={main.tries} />}
          <ul className="mt-3 grid gap-1.5">
            {facts.map((fact) => (
              <li key={fact.text} className="flex gap-2.5 text-label">
                {fact.works ? (
                  <Check size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none text-good" />
                ) : (
                  <Minus size={18} strokeWidth={1.75} aria-hidden="true" className="mt-px flex-none text-3rd" />
                )}
                <span className={fact.works ? undefined : 'text-2nd'}>{fact.text}</span>
              </li>
            ))}
          </ul>
          {notice === 'trial' && firstPlan && main?.dueNow === null && (
            <ButtonLink className="mt-5" render={<Link to={PATHS.billing} />}>
              {t('billing.have.choose')}
            </ButtonLink>
          )}
          {notice === 'cancelled' && main && <KeepPlan order={main} />}
          {main &&
            main.dueNow !== null &&
            (isAtPartner ? (
              <PayAtPartner order={main} />
            ) : (
              <PayDue order={main} currency={overview.currency} notice={notice} />
            ))}
        </div>
      </div>
    </Card>
  );
}

/** Leads to the quote of the next period, which is paid on the partner's page. */
function PayAtPartner({ order: { orderType } }: { order: BillingOverview['orders'][number] }) {
  const t = useText();
  const { companyName: company } = usePartner();
  const path = orderType === 'Site' ? PATHS.siteBilling : PATHS.billing;
  return (
    <ButtonLink className="mt-5" render={<Link to={path} search={{ renew: 'true' }} />}>
      {t('billing.due.payAt', { company })}
    </ButtonLink>
  );
}

type DueProps = { order: BillingOverview['orders'][number]; currency: string; notice: BillingNotice };

/** Pays the next period by hand, at the price that the server says. */
function PayDue({ order, currency, notice }: DueProps) {
  const t = useText();
  const format = useFormat();
  const { bundleId = '' } = useSession();
  const amount = format.money(order.dueNow ?? 0, currency);
  const label =
    notice === 'suspended' ? 'billing.due.switchOn' : notice === 'ended' ? 'billing.due.renew' : 'billing.due.now';
  return (
    <div className="mt-5">
      <CardDialog begin={beginRenewalMutation(bundleId)} formerCard={null}>
        {(open, pending) => (
          <Button pending={pending} onClick={() => open(order.orderType)}>
            {t(label, { amount })}
          </Button>
        )}
      </CardDialog>
    </div>
  );
}

const REACTIVATE = 'reactivateSubscription';

/** Keeps the plan at once by the button, and after a question by a link: a link alone changes nothing. */
function KeepPlan({ order: { orderId, endsOn } }: { order: BillingOverview['orders'][number] }) {
  const t = useText();
  const format = useFormat();
  const [isAsked, close] = useQueryFlag(REACTIVATE);
  const { bundleId = '' } = useSession();
  const change = {
    ...reactivateSubscriptionMutation(bundleId),
    onError: (error: Error) => showToast(errorText(error, t), { kind: 'error' }),
  };
  const { run, pending } = useSingleCall(change, () => {
    if (isAsked) close();
    showToast(t('billing.keep.done'), { kind: 'success' });
  });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button pending={pending} onClick={() => run({ orderId })}>
        {t('billing.keep.submit')}
      </Button>
      <span className="text-small text-2nd">{t('billing.keep.free')}</span>
      <ConfirmDialog
        open={isAsked}
        onClose={close}
        onConfirm={() => run({ orderId })}
        pending={pending}
        title={t('billing.keep.ask')}
        confirmLabel={t('billing.keep.submit')}
        cancelLabel={t('shell.action.cancel')}
        closeLabel={t('app.close')}
      >
        {t('billing.keep.askText', { date: format.date(endsOn ?? '', 'long') })}
      </ConfirmDialog>
    </div>
  );
}

/** The words of the state that the plan is in; null where there is nothing to say. */
function useWords({ overview, plan, card }: Props) {
  const t = useText();
  const format = useFormat();
  const notice = noticeOf(plan);
  const partner = usePartner();
  const main = overview.orders[0];
  if (notice === null || main === undefined) return null;
  const day = (value: string | null | undefined) => (value ? format.date(value, 'long') : '');
  // Add-ons whose trial ends are charged before it.
  const charge = overview.charges.findLast(({ orderTypes }) => orderTypes.includes(main.orderType));
  const values = {
    days: daysLeftOf(plan),
    end: day(main.endsOn),
    stop: day(main.stopsOn),
    deleted: day(main.deletedOn),
    cancelled: day(main.cancelledOn),
    amount: format.money(charge?.amountToBePaid ?? main.dueNow ?? 0, overview.currency),
    on: day(charge?.on),
    company: partner.companyName,
    card: card ? cardName(card, t) : t('billing.card.yours'),
  };
  const says = (works: boolean, key: Parameters<typeof t>[0]): Fact => ({ works, text: t(key, values) });
  const facts: Record<BillingNotice, Fact[]> = {
    trial: [says(true, 'billing.state.trial.fact')],
    renewing: [],
    cancelled: [says(false, 'billing.state.stops'), says(false, 'billing.state.deleted')],
    ending: [says(false, 'billing.state.stops'), says(false, 'billing.state.deleted')],
    retrying: [says(true, 'billing.state.retrying.works'), says(false, 'billing.state.retrying.waits')],
    suspended: [
      says(true, 'billing.state.arrives'),
      says(false, 'billing.state.nobody'),
      says(false, 'billing.state.deleted'),
    ],
    ended: [says(true, 'billing.state.arrives'), says(false, 'billing.state.nobody')],
  };
  const willCharge = charge !== undefined;
  const text: Record<BillingNotice, string> = {
    trial: t(willCharge ? 'billing.state.trial.text' : 'billing.state.trial.ends', values),
    renewing: t('billing.state.renewing.text', values),
    cancelled: t('billing.state.cancelled.text', values),
    ending: t('billing.state.ending.text', values),
    retrying: t(willCharge ? 'billing.state.retrying.text' : 'billing.state.retrying.final', values),
    suspended: t('billing.state.suspended.text', values),
    ended: t('billing.state.ended.text', values),
  };
  const isAtPartner = whoTakesPayment(partner) === 'partner-page';
  const said = { notice, title: t(`billing.state.${notice}.title`, values), text: text[notice], facts: facts[notice] };
  if (!isAtPartner || !willCharge) return { ...said, isAtPartner };
  if (notice === 'trial') return { ...said, isAtPartner, text: t('billing.state.trial.partner', values) };
  if (notice !== 'renewing' && notice !== 'retrying') return { ...said, isAtPartner };
  return {
    ...{ ...said, isAtPartner },
    title: t(`billing.state.${notice}.partnerTitle`, values),
    text: t(`billing.state.${notice}.partner`, values),
  };
}
