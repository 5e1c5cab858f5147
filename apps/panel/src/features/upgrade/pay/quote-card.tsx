import type { OrderItem, Quote } from '@postern/contract/billing';
import { toMinor } from '@postern/domain/money';
import { Button } from '@postern/ui/buttons/button';
import { ButtonLink } from '@postern/ui/buttons/button-link';
import { Banner } from '@postern/ui/feedback/banner';
import { Skeleton } from '@postern/ui/feedback/skeleton';
import { Card } from '@postern/ui/layout/card';
import { FootBar } from '@postern/ui/layout/foot-bar';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { hasCode } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { useDebounced } from '../../../lib/lists/use-debounced.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useQueryFlag } from '../../../lib/use-query-flag.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import {
  BankInTab,
  type CardChoice,
  CardForm,
  CardProblemNote,
  FailureNote,
  type PaymentMeans,
  PartnerInTab,
  PaymentProgress,
  SavedCardChoice,
  sandboxCardGateway,
  stripeCardGateway,
  UnknownOutcome,
} from '../../purchase/panel.ts';
import { quoteQuery, type Wish } from '../queries.ts';
import { QuoteLines } from './quote-lines.tsx';
import { type OnPaid, useQuotePayment } from './use-quote-payment.ts';
import { WhyThisAmount } from './why-this-amount.tsx';

type Props = {
  /** What is chosen; null: nothing yet. A new choice asks for a new quote. */
  orderItems: readonly OrderItem[] | null;
  monthExtension?: number;
  /** Called before paying; false if something in the form must be corrected first. */
  onBeforePay?: () => boolean;
  onPaid: OnPaid;
  /** Shown while nothing is chosen. */
  children?: ReactNode;
};

/** The quote of a change: its lines, why it is this amount, and the button that pays exactly that. */
export function QuoteCard({ orderItems, monthExtension = 0, onBeforePay, onPaid, children }: Props) {
  const { bundleId = '' } = useSession();
  // The free month of a link may no longer be offered: then the quote is asked for without it.
  const [isMonthOffered, setMonthOffered] = useState(true);
  const withMonth = monthExtension !== 0 && isMonthOffered;
  const wish = orderItems === null ? '' : JSON.stringify({ orderItems, ...(withMonth && { monthExtension }) });
  const settled = useDebounced(wish);
  const read = useQuery({
    ...quoteQuery(bundleId, settled === '' ? { orderItems: [] } : (JSON.parse(settled) as Wish)),
    enabled: settled !== '',
  });
  const payment = useQuotePayment(onPaid);
  if (orderItems === null)
    return (
      <Card padded>
        <div className="text-2nd">{children}</div>
      </Card>
    );
  const { data: quote, error } = read;
  if (withMonth && hasCode(error, 'VALIDATION_FAILED')) setMonthOffered(false);
  if (error && !read.isFetching) return <QuoteRefused error={error} onRetry={() => void read.refetch()} />;
  if (!quote) return <QuoteWaiting />;
  const isCurrent = settled === wish && !read.isPlaceholderData && !read.isFetching;
  return <Paying {...{ quote, isCurrent, payment, onBeforePay }} />;
}

function QuoteRefused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  const isDisputed = hasCode(error, 'PAYMENT_FAILED') && error.attrs['reason'] === 'disputed';
  const needsRenewal = hasCode(error, 'PLAN_EXPIRED') || hasCode(error, 'SUBSCRIPTION_NEARING_EXPIRY');
  const isCancelled = hasCode(error, 'SUBSCRIPTION_CANCELLED');
  return (
    <Banner
      kind="warn"
      live
      title={t('upgrade.quote.refused')}
      action={
        needsRenewal ? (
          <ButtonLink kind="quiet" size="s" render={<Link to={PATHS.billing} search={{ renew: 'true' }} />}>
            {t('upgrade.renew.title')}
          </ButtonLink>
        ) : isCancelled ? (
          <ButtonLink kind="quiet" size="s" render={<Link to={PATHS.subscription} />}>
            {t('shell.notice.open')}
          </ButtonLink>
        ) : (
          !isDisputed && (
            <Button kind="quiet" size="s" onClick={onRetry}>
              {t('shell.action.retry')}
            </Button>
          )
        )
      }
    >
      {isDisputed ? t('upgrade.quote.disputed') : errorText(error, t)}
    </Banner>
  );
}

function QuoteWaiting() {
  const t = useText();
  return (
    <Card padded>
      <p role="status" className="sr-only">
        {t('upgrade.quote.asking')}
      </p>
      <Skeleton shape="text" width="60%" className="text-h2" />
      <Skeleton shape="text" width="100%" className="mt-3" />
      <Skeleton shape="text" width="100%" className="mt-2" />
      <Skeleton width="100%" height={48} className="mt-6" />
    </Card>
  );
}

type PayingProps = {
  quote: Quote;
  /** Whether the quote is for what is chosen now. */
  isCurrent: boolean;
  payment: ReturnType<typeof useQuotePayment>;
  onBeforePay: (() => boolean) | undefined;
};

function Paying({ quote, isCurrent, payment, onBeforePay }: PayingProps) {
  const t = useText();
  const formId = useId();
  const means = useRef<PaymentMeans>(null);
  const { card = null } = quote.payment ?? {};
  const [wantsOther] = useQueryFlag('otherCard');
  const [choice, setChoice] = useState<CardChoice>(wantsOther ? 'other' : 'saved');
  const isSaved = card !== null && choice === 'saved';
  const { running, problem, refusal, unknown } = payment;
  const isBusy = running !== null || unknown !== null;
  const [seenProblem, setSeenProblem] = useState(problem);
  if (problem !== seenProblem) {
    setSeenProblem(problem);
    // If the saved card couldn't pay, another one may.
    if (problem) setChoice('other');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isCurrent || onBeforePay?.() === false) return;
    const isCardDue = quote.payment?.taker === 'panel';
    payment.pay(
      quote,
      isCardDue && !isSaved ? means.current : null,
      isCardDue && isSaved ? card.paymentMethodId : null,
    );
  }
  const label = usePayLabel(quote);
  const button = (
    <Button
      type="submit"
      form={formId}
      size="l"
      wide
      pending={running !== null}
      disabled={unknown !== null || !isCurrent}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Card>
        <div className="p-5 phone:p-6">
          <h2 className="mb-2">
            {t(
              quote.orderTransitionDetails[0]?.effective === 'at-renewal'
                ? 'upgrade.quote.atRenewal'
                : 'upgrade.quote.title',
            )}
          </h2>
          <div aria-busy={!isCurrent} className={isCurrent ? undefined : 'opacity-50'}>
            <QuoteLines quote={quote} />
          </div>
        </div>
        <WhyThisAmount quote={quote} />
        <form id={formId} noValidate onSubmit={submit} className="p-5 phone:p-6">
          {unknown && <UnknownOutcome isAtBank={unknown.isAtBank} onAskAgain={payment.askAgain} />}
          <FailureNote text={refusal} />
          {running?.tabUrl &&
            (running.phase === 'atPartnerTab' ? (
              <PartnerInTab url={running.tabUrl} />
            ) : (
              <BankInTab url={running.tabUrl} />
            ))}
          <Notice payment={payment} quote={quote} />
          <PayWith quote={quote} means={means} problem={problem} choice={choice} onChoose={setChoice} />
          <div className="max-desk:hidden">{button}</div>
          <PaymentProgress running={running} isFree={quote.amountToBePaid === 0} />
          <WhatFollows quote={quote} />
        </form>
      </Card>
      <FootBar
        data-slot="pay-bar"
        className="sticky bottom-0 z-10 -mx-4 flex items-center gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-floating desk:hidden"
      >
        <PhoneTotal quote={quote} isCurrent={isCurrent} />
        <div className="flex-1">{button}</div>
      </FootBar>
    </>
  );
}

function PhoneTotal({ quote, isCurrent }: { quote: Quote; isCurrent: boolean }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className={isCurrent ? 'flex-none' : 'flex-none opacity-50'}>
      <div className="text-small text-2nd">{t('upgrade.line.total')}</div>
      <b className="num text-lead">{format.money(quote.amountToBePaid, quote.currency)}</b>
    </div>
  );
}

/** Why nothing was charged, and that the amount above is the new one. */
function Notice({ payment: { notice }, quote }: { payment: ReturnType<typeof useQuotePayment>; quote: Quote }) {
  const t = useText();
  const format = useFormat();
  if (!notice) return null;
  const money = (amount: number) => format.money(amount, quote.currency);
  if (notice.kind === 'refunded') return <FailureNote text={t('upgrade.quote.refunded')} />;
  const { formerAmount } = notice;
  const isOther = formerAmount !== null && formerAmount !== quote.amountToBePaid;
  return (
    <Banner kind="warn" live className="mb-4.5" title={t(isOther ? 'upgrade.quote.changed' : 'upgrade.quote.renewed')}>
      {isOther
        ? t('upgrade.quote.changedText', { before: money(formerAmount), after: money(quote.amountToBePaid) })
        : t('upgrade.quote.renewedText')}
    </Banner>
  );
}

type PayWithProps = {
  quote: Quote;
  means: Ref<PaymentMeans>;
  problem: ReturnType<typeof useQuotePayment>['problem'];
  choice: CardChoice;
  onChoose: (choice: CardChoice) => void;
};

/** The saved card, a new one, or why none is needed. */
function PayWith({ quote, means, problem, choice, onChoose }: PayWithProps) {
  const t = useText();
  const format = useFormat();
  const { companyName } = usePartner();
  const { taker = 'none', card = null, cardGateway = null, savesCard = false } = quote.payment ?? {};
  const publishableKey = cardGateway?.name === 'stripe' ? cardGateway.publishableKey : null;
  const gateway = useMemo(
    () => (publishableKey === null ? sandboxCardGateway : stripeCardGateway(publishableKey)),
    [publishableKey],
  );
  if (taker === 'none') return <CardProblemNote problem={problem} />;
  if (taker !== 'panel') {
    const values = { company: companyName, amount: format.money(quote.amountToBePaid, quote.currency) };
    return (
      <>
        <p className="mb-4.5 text-label text-2nd">
          {t(taker === 'partner' ? 'upgrade.pay.partner' : 'purchase.payment.partnerPageText', values)}
        </p>
        <CardProblemNote problem={problem} />
      </>
    );
  }
  if (cardGateway === null) return <FailureNote text={t('upgrade.pay.noCards')} />;
  const isNew = card === null || choice === 'other';
  return (
    <div className="mb-5">
      {card && <SavedCardChoice card={card} choice={choice} onChoose={onChoose} />}
      {isNew ? (
        <section aria-label={t('purchase.payment.cardTitle')}>
          <CardForm
            gateway={gateway}
            charge={{ amountMinor: toMinor(quote.amountToBePaid), currency: quote.currency, savesCard }}
            means={means}
            problem={problem}
          />
        </section>
      ) : (
        <CardProblemNote problem={problem} />
      )}
    </div>
  );
}

function usePayLabel(quote: Quote): string {
  const t = useText();
  const format = useFormat();
  const { companyName: company } = usePartner();
  const transition = quote.orderTransitionDetails[0];
  if (transition?.effective === 'at-renewal') {
    const on = transition.beforeUpdate.expiresOn;
    return on ? t('upgrade.pay.save', { date: format.date(on, 'long') }) : t('upgrade.pay.now');
  }
  if (quote.amountToBePaid === 0) return t('upgrade.pay.now');
  if (quote.payment?.taker === 'partner') return t('purchase.payment.payNow');
  if (quote.payment?.taker === 'partner-page') return t('purchase.payment.payAt', { company });
  return t('purchase.payment.pay', { amount: format.money(quote.amountToBePaid, quote.currency) });
}

/** When the next charge comes, and how much it is. */
function WhatFollows({ quote }: { quote: Quote }) {
  const t = useText();
  const format = useFormat();
  const until = quote.orderTransitionDetails[0]?.afterUpdate.expiresOn;
  const next = quote.nextCharge;
  if (!next && !until) return null;
  return (
    <p className="mt-4 text-small text-pretty text-2nd">
      {next
        ? t('upgrade.quote.next', {
            date: format.date(next.on, 'long'),
            amount: format.money(next.amount, quote.currency),
          })
        : t('upgrade.quote.until', { date: format.date(until ?? '', 'long') })}
    </p>
  );
}
