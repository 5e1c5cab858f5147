import type { PurchasedPlan } from '@postern/contract/purchase';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { text } from '../../../lib/i18n/texts.ts';
import { PATHS } from '../../../lib/paths.ts';
import { codeQuestion } from '../../../lib/session/code-question.ts';
import { saveLogin } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { codeProblemOf } from '../plan/code-problem.ts';
import { codeInUse, readPurchase, updatePurchase } from '../purchase-store.ts';
import type { CardProblem, PaymentMeans } from './card-gateway.ts';
import { reportPayment } from './payment-events.ts';
import { completePayment, type OnPhase, type PaymentEnd, type PaymentPhase, runPayment } from './run-payment.ts';

/** The dialog that is open after a try. */
export type PaymentQuestion = Extract<PaymentEnd, { kind: 'countryBlocked' | 'amountChanged' | 'failed' }>;
type Running = { phase: PaymentPhase; attempt: number; tabUrl: string | undefined };

/** The payment of this step, one at a time, and its outcome. */
export function usePayment(onEnded: (type: PurchaseErrorType) => void) {
  const navigate = useNavigate();
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<{ isAtBank: boolean } | null>(null);
  const [question, setQuestion] = useState<PaymentQuestion | null>(null);
  const busy = useRef(false);

  const run = useCallback(
    async (work: (onPhase: OnPhase) => Promise<PaymentEnd>) => {
      if (busy.current) return;
      busy.current = true;
      setProblem(null);
      setRefusal(null);
      setUnknown(null);
      const end = await work((phase, attempt, tabUrl) => setRunning({ phase, attempt, tabUrl }));
      // While the bank's page opens, the button stays pending.
      if (end.kind === 'leaving') return;
      busy.current = false;
      setRunning(null);
      if (end.kind === 'paid') celebrate(end);
      else if (end.kind === 'codeNeeded') {
        askForCode(end);
        void navigate({ to: PATHS.autoLogin, replace: true });
      } else if (end.kind === 'cardProblem') setProblem(end.problem);
      else if (end.kind === 'refused') setRefusal(giveUpCode(end.error) ?? errorText(end.error, text));
      else if (end.kind === 'unknown') setUnknown(end);
      else if (end.kind === 'screen') onEnded(end.type);
      else if (end.kind === 'toast')
        showToast(text(end.key), { kind: 'error', ...(end.key === 'purchaseFlow.offline' ? { id: 'offline' } : {}) });
      else if (end.kind === 'countryBlocked' || end.kind === 'amountChanged') setQuestion(end);
      else if (end.kind === 'failed') {
        setProblem(end.problem);
        setQuestion(end);
      }
    },
    [onEnded, navigate],
  );

  const pay = (order: PurchasedPlan, means: PaymentMeans | null) =>
    void run((onPhase) => runPayment(order, means, onPhase));
  const askAgain = useCallback(() => {
    const { payment } = readPurchase();
    if (payment) void run((onPhase) => completePayment(payment, onPhase));
  }, [run]);

  useGoOnAfterReturn(askAgain);
  useWakeUp(() => {
    busy.current = false;
    setRunning(null);
  });
  return { running, problem, refusal, unknown, question, pay, askAgain, dismiss: () => setQuestion(null) };
}

/** The discount code has ended since it was accepted: the order goes on without it, and the code stays in its field. Null for all else. */
function giveUpCode(error: ApiError): string | null {
  const problem = codeProblemOf(error);
  const used = codeInUse(readPurchase());
  if (problem === null || used === null) return null;
  updatePurchase({ code: { used: null, typed: used } });
  return `${text(`purchase.discount.${problem}`, { code: used })} ${text('purchase.discount.lost')}`;
}

/** Stores the session at once, so that closing the window loses nothing, and shows the success screen. Spec 1 §4. */
function celebrate({ answer, payment }: Extract<PaymentEnd, { kind: 'paid' }>): void {
  reportPayment('payment_succeeded', payment);
  saveLogin(answer.session);
  updatePurchase({
    payment: null,
    keys: {},
    done: {
      ...{ planType: answer.order.planType, email: answer.session.userEmail },
      ...{ chargedAmount: answer.order.chargedAmount, cardType: payment.cardType },
      ...(answer.card && { card: answer.card }),
    },
  });
}

/** The order is complete; its owner is asked for the code before the panel opens. */
function askForCode({ challenge, payment }: Extract<PaymentEnd, { kind: 'codeNeeded' }>): void {
  reportPayment('payment_succeeded', payment);
  showToast(text('purchase.success.title'), { kind: 'success' });
  updatePurchase({ payment: null, keys: {}, opened: null, link: null });
  codeQuestion.write(challenge);
}

/** Resumes a payment that a bank's page or a reload interrupted: asks how it ended instead of guessing. */
function useGoOnAfterReturn(askAgain: () => void): void {
  const navigate = useNavigate();
  const { resume } = useSearch({ strict: false }) as { resume?: string };
  const isBack = resume !== undefined;
  useEffect(() => {
    if (isBack) void navigate({ to: PATHS.purchase, search: { step: 'payment' }, replace: true });
    askAgain();
  }, [isBack, navigate, askAgain]);
}

/** The browser's Back button restores the page as it was left, with its button still pending. */
function useWakeUp(wake: () => void): void {
  const latest = useRef(wake);
  useEffect(() => {
    latest.current = wake;
  });
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
}
