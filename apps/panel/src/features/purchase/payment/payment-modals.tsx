import { toMinor } from '@postern/domain/money';
import { Button } from '@postern/ui/buttons/button';
import { ConfirmDialog } from '@postern/ui/overlays/confirm-dialog';
import { Modal } from '@postern/ui/overlays/modal';
import { useState } from 'react';
import { type Text, useText } from '../../../lib/i18n/texts.ts';
import { CountryNotSupportedModal } from '../details/country-not-supported-modal.tsx';
import type { Order } from '../order.ts';
import { useOpenedPurchase } from '../purchase-store.ts';
import { useMoneyText } from '../use-money-text.ts';
import { cardProblemKey, OTHER_PROBLEM } from './card-problem-text.ts';
import type { PaymentQuestion } from './use-payment.ts';

type Props = {
  order: Order;
  question: PaymentQuestion | null;
  onDismiss: () => void;
  onNewAmount: (amount: number) => void;
};

/** The dialogs of a payment: questions and outcomes. */
export function PaymentModals({ order, question, onDismiss, onNewAmount }: Props) {
  return (
    <>
      <CountryNotSupportedModal
        country={question?.kind === 'countryBlocked' ? question.country : null}
        onClose={onDismiss}
      />
      <FailedTransactionModal question={question?.kind === 'failed' ? question : null} onClose={onDismiss} />
      <AmountChangedModal
        order={order}
        amount={question?.kind === 'amountChanged' ? question.amount : null}
        onClose={onDismiss}
        onConfirm={onNewAmount}
      />
    </>
  );
}

type Failed = Extract<PaymentQuestion, { kind: 'failed' }>;

function FailedTransactionModal({ question, onClose }: { question: Failed | null; onClose: () => void }) {
  const t = useText();
  const { claims } = useOpenedPurchase();
  const shown = useLast(question);
  return (
    <Modal
      open={question !== null}
      onClose={onClose}
      role="alertdialog"
      title={t('purchase.failed.title')}
      closeLabel={t('app.close')}
      width={470}
      footer={<Button onClick={onClose}>{t('purchase.failed.ok')}</Button>}
    >
      <p className="text-2nd">{shown && reasonOf(shown, claims.domainName, t)}</p>
    </Modal>
  );
}

/** The same text as next to the card, if the gateway gave a reason. */
function reasonOf({ isDomainTaken, problem }: Failed, domain: string, t: Text): string {
  if (isDomainTaken) return t('purchase.failed.domainTaken', { domain });
  const key = problem ? cardProblemKey(problem) : OTHER_PROBLEM;
  return t(key === OTHER_PROBLEM ? 'purchase.failed.text' : key);
}

type AmountProps = { order: Order; amount: number | null; onClose: () => void; onConfirm: (amount: number) => void };

function AmountChangedModal({ order, amount, onClose, onConfirm }: AmountProps) {
  const t = useText();
  const money = useMoneyText(order.currency);
  const [before, setBefore] = useState(order.todayMinor);
  const shown = useLast(amount);
  // The previous total; the order itself changes when the buyer agrees to the new one.
  if (amount === null && shown === null && before !== order.todayMinor) setBefore(order.todayMinor);
  const after = money(shown === null ? order.todayMinor : toMinor(shown));
  return (
    <ConfirmDialog
      open={amount !== null}
      onClose={onClose}
      onConfirm={() => amount !== null && onConfirm(amount)}
      title={t('purchase.amountChanged.title')}
      confirmLabel={t('purchase.amountChanged.confirm', { after })}
      cancelLabel={t('purchase.amountChanged.cancel')}
      closeLabel={t('app.close')}
    >
      {t('purchase.amountChanged.text', { before: money(before), after })}
    </ConfirmDialog>
  );
}

/** The last value that wasn't null, so that a closing modal keeps its text. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
