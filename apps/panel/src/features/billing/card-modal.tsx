import { toMinor } from '@postern/domain/money';
import { Banner } from '@postern/ui/feedback/banner';
import { Button } from '@postern/ui/buttons/button';
import { Modal } from '@postern/ui/overlays/modal';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { isFramed } from '../../lib/frame/frame.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { loadTexts, useText } from '../../lib/i18n/texts.ts';
import { leavePage } from '../../lib/leave-page.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { showToast } from '../../lib/toasts.ts';
import {
  awaitBank,
  BankInTab,
  bankReturnUrl,
  CardForm,
  type CardProblem,
  isAtBank as isBankAtWork,
  type PaymentMeans,
  sandboxCardGateway,
  stripeCardGateway,
} from '../purchase/panel.ts';
import { awaitCard, type Begun, finishPayment } from './queries.ts';
import { refreshPlan } from './refresh-plan.ts';
import { NO_CARD } from './use-return-from-bank.ts';

/** Seconds for a card that the bank confirms in a tab of its own. */
const AT_BANK_TRIES = 20 * 60;

/** The card form shows the purchase's texts. */
export const prepareCardModal = (): Promise<void> => loadTexts('purchase');

type Props = {
  begun: Begun;
  formerCard: string | null;
  /** Whether a renewal that failed is charged to the card at once. */
  paysRenewal: boolean;
  onClose: () => void;
  /** Once the card is saved, or the payment made. */
  onDone: () => void;
};

/** Takes a card: to save it, or to pay what is due. What is typed goes to the gateway only. */
export function CardModal({ begun, formerCard, paysRenewal, onClose, onDone }: Props) {
  const t = useText();
  const format = useFormat();
  const formId = useId();
  const { bundleId = '' } = useSession();
  const means = useRef<PaymentMeans>(null);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const running = useRef(false);
  const [bankUrl, setBankUrl] = useState<string | null>(null);
  const isAtBank = useRef(false);
  const { trackingId, amount, currency, clientSecret, publishableKey, savesCard } = begun;
  const gateway = useMemo(
    () => (publishableKey === null ? sandboxCardGateway : stripeCardGateway(publishableKey)),
    [publishableKey],
  );
  const isPaying = trackingId !== null;
  const price = format.money(amount, currency);

  /** Whether everything is done; otherwise the card was refused, or the bank's page opens. */
  async function confirm(): Promise<boolean> {
    if (clientSecret === null) return true;
    if (!means.current || !(await means.current.validate())) return false;
    const answer = await means.current.confirm(clientSecret, returnUrl(trackingId, formerCard));
    if (answer.status === 'requires_action' && isFramed()) {
      isAtBank.current = true;
      setBankUrl(answer.challengeUrl);
      return true;
    }
    if (answer.status === 'requires_action') leavePage.to(answer.challengeUrl);
    if (answer.status === 'failed') setProblem(answer.problem);
    return answer.status === 'succeeded';
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setPending(true);
    setProblem(null);
    setFailure(null);
    try {
      if (!(await confirm())) return;
      const finish = () => (trackingId === null ? Promise.resolve() : finishPayment(bundleId, trackingId));
      await (isAtBank.current ? awaitBank(finish) : finish());
      const isSeen = isPaying || (await awaitCard(bundleId, formerCard, isAtBank.current ? AT_BANK_TRIES : undefined));
      showToast(t(isPaying ? 'billing.due.done' : isSeen ? 'billing.card.added' : 'billing.card.soon'), {
        kind: 'success',
      });
      if (!isPaying) refreshPlan(bundleId);
      onClose();
      onDone();
    } catch (error) {
      setFailure(error as Error);
    } finally {
      running.current = false;
      isAtBank.current = false;
      setBankUrl(null);
      setPending(false);
    }
  }

  return (
    <Modal
      open
      onClose={onClose}
      width={520}
      locked={pending && bankUrl === null}
      title={t(isPaying ? 'billing.due.title' : 'billing.card.addTitle', { amount: price })}
      description={t(
        isPaying
          ? savesCard
            ? 'billing.due.text'
            : 'billing.due.onceText'
          : paysRenewal
            ? 'billing.card.addDue'
            : 'billing.card.addText',
      )}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button kind="quiet" onClick={onClose} disabled={pending && bankUrl === null}>
            {t('shell.action.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={pending}>
            {t(isPaying ? 'billing.due.submit' : 'billing.card.save', { amount: price })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void send(event)}>
        {failure && (
          <Banner kind="bad" live className="mb-4.5">
            {isBankAtWork(failure) ? t('billing.processing.text') : errorText(failure, t)}
          </Banner>
        )}
        {bankUrl !== null && <BankInTab url={bankUrl} />}
        {clientSecret === null ? (
          <p>{t('billing.due.byCredit')}</p>
        ) : (
          <CardForm
            gateway={gateway}
            charge={{ amountMinor: toMinor(amount), currency, savesCard }}
            means={means}
            problem={problem}
          />
        )}
      </form>
    </Modal>
  );
}

/**
 * Where the bank sends people back to: here, or the page that ends its tab. The address names the payment to finish, or the card that another
 * one is to take the place of.
 */
function returnUrl(trackingId: string | null, formerCard: string | null): string {
  if (isFramed()) return bankReturnUrl();
  const back = new URL(PATHS.subscription, window.location.origin);
  if (trackingId !== null) back.searchParams.set('payment', trackingId);
  else back.searchParams.set('cardAfter', formerCard ?? NO_CARD);
  return back.href;
}
