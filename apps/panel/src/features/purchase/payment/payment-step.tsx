import { toMinor } from '@postern/domain/money';
import { type ReactNode, useRef, useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import { queryKeys } from '../../../lib/http/query-keys.ts';
import { useText } from '../../../lib/i18n/texts.ts';
import { OrderAside, OrderBar, type StepSubmit } from '../order-summary.tsx';
import { needsCard, type Order, toPurchasedPlan } from '../order.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { TwoColumns } from '../purchase-frame.tsx';
import { updatePurchase, useOpenedPurchase, usePurchase } from '../purchase-store.ts';
import { StepHeading } from '../step-heading.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useMoneyText } from '../use-money-text.ts';
import { BankInTab, PartnerInTab } from './bank-in-tab.tsx';
import type { PaymentMeans } from './card-gateway.ts';
import { FailureNote } from './failure-note.tsx';
import { type PartnerPayment, usePartnerPayment } from './partner-payment.ts';
import { PaymentForm, PAYMENT_FORM_ID } from './payment-form.tsx';
import { PaymentModals } from './payment-modals.tsx';
import { PaymentProgress, UnknownOutcome } from './payment-progress.tsx';
import { type CardChoice, savedCardMeans } from './saved-card-choice.tsx';
import { usePayment } from './use-payment.ts';

type Props = { order: Order; bar: ReactNode; onEnded: (type: PurchaseErrorType) => void };

/** Step 3: the payment, with the order next to it. */
export function PaymentStep({ order, bar, onEnded }: Props) {
  const t = useText();
  const opened = useOpenedPurchase();
  const { autoRenew, customer } = usePurchase();
  const partnerPayment = usePartnerPayment();
  const isCardDue = needsCard(order, partnerPayment);
  const means = useRef<PaymentMeans>(null);
  const [choice, setChoice] = useState<CardChoice>(opened.cardDetails ? 'saved' : 'other');
  const payment = usePayment(onEnded);
  const { running, problem, refusal, unknown } = payment;
  const format = useFormat();

  function pay(todayMinor = order.todayMinor) {
    const saved = choice === 'saved' ? opened.cardDetails : undefined;
    updatePurchase({ receipt: receiptOf() });
    const card = saved ? savedCardMeans(saved, opened.cardGateway?.name ?? 'sandbox') : means.current;
    payment.pay(toPurchasedPlan({ ...order, todayMinor }, autoRenew, opened.claims), isCardDue ? card : null);
  }
  function receiptOf() {
    const { accounts, cycle, currency, netMinor, off, taxLines, dueOn, kind } = order;
    return {
      ...{ accounts, cycle, currency, netMinor, off, taxLines, dueOn, kind },
      ...{ planName: format.name(order.plan), renews: kind === 'trial' || autoRenew },
      company: customer?.address.companyName || customer?.address.name || '',
    };
  }
  function payNewAmount(amount: number) {
    payment.dismiss();
    updatePurchase({ agreed: { content: order.content, amount } });
    void queryClient.invalidateQueries({ queryKey: queryKeys.purchasePlans(opened.token) });
    pay(toMinor(amount));
  }

  const submit: StepSubmit = {
    label: usePayLabel(order, partnerPayment),
    form: PAYMENT_FORM_ID,
    pending: running !== null,
    disabled: unknown !== null,
  };
  const progress = <PaymentProgress running={running} isFree={order.todayMinor === 0} />;
  return (
    <>
      <TwoColumns
        step={
          <>
            {bar}
            <StepHeading step="payment" title={t('purchase.payment.title')}>
              <WhatIsBought order={order} />
              {customer && (
                <p className="[overflow-wrap:anywhere]">
                  {t('purchase.payment.invoiceTo', { name: customer.address.name, email: customer.address.email })}
                </p>
              )}
            </StepHeading>
            {unknown && <UnknownOutcome isAtBank={unknown.isAtBank} onAskAgain={payment.askAgain} />}
            <FailureNote text={refusal} />
            {running?.tabUrl &&
              (running.phase === 'atPartnerTab' ? (
                <PartnerInTab url={running.tabUrl} />
              ) : (
                <BankInTab url={running.tabUrl} />
              ))}
            <PaymentForm
              order={order}
              isCardDue={isCardDue}
              partnerPayment={partnerPayment}
              means={means}
              // While the dialog says it, the form doesn't say it again.
              problem={payment.question?.kind === 'failed' ? null : problem}
              choice={choice}
              onChoose={setChoice}
              isBusy={running !== null || unknown !== null}
              onSubmit={() => pay()}
            />
          </>
        }
        aside={
          <OrderAside order={order} submit={submit}>
            <div className="max-desk:hidden">{progress}</div>
          </OrderAside>
        }
      />
      <OrderBar order={order} submit={submit}>
        {progress}
      </OrderBar>
      <PaymentModals order={order} question={payment.question} onDismiss={payment.dismiss} onNewAmount={payNewAmount} />
    </>
  );
}

function usePayLabel(order: Order, partnerPayment: PartnerPayment): string {
  const t = useText();
  const { companyName } = usePartner();
  const money = useMoneyText(order.currency);
  if (order.kind === 'trial') return t('purchase.payment.startTrial');
  if (order.todayMinor === 0) return t('purchase.payment.start');
  if (partnerPayment === 'page') return t('purchase.payment.payAt', { company: companyName });
  return partnerPayment ? t('purchase.payment.payNow') : t('purchase.payment.pay', { amount: money(order.todayMinor) });
}

function WhatIsBought({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const { claims } = useOpenedPurchase();
  const words = { count: order.accounts, plan: format.name(order.plan), domain: claims.domainName };
  return <p className="[overflow-wrap:anywhere]">{t('purchase.payment.forDomain', words)}</p>;
}
