import type { Quote } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePartner } from '../../../lib/frame/partner.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { errorText } from '../../../lib/http/error-text.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import { queryKeys } from '../../../lib/http/query-keys.ts';
import { hasText, text } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import {
  type CardProblem,
  keptPayment,
  type OnPhase,
  type PaymentMeans,
  type PaymentPhase,
} from '../../purchase/panel.ts';
import { completePayment, payQuote, type PaymentEnd } from './pay-quote.ts';

type Running = { phase: PaymentPhase; attempt: number; tabUrl: string | undefined };
/** Something to say above the button after a try. */
type Notice = { kind: 'quoteGone'; formerAmount: number | null } | { kind: 'refunded' };

/** Called once. Its promise resolves when the next page is shown; until then nothing else can be paid. */
export type OnPaid = (plan: CurrentPlan) => Promise<void> | void;

/** A page's payment, one at a time, and its outcome. */
export function useQuotePayment(onPaid: OnPaid) {
  const { bundleId = '' } = useSession();
  const { partnerId } = usePartner();
  const { history } = useRouter() as { history: RouterHistory };
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<{ isAtBank: boolean } | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const busy = useRef(false);
  const latest = useRef({ onPaid });
  useEffect(() => {
    latest.current = { onPaid };
  });

  const run = useCallback(
    async (work: (onPhase: OnPhase) => Promise<PaymentEnd>, formerAmount: number | null = null) => {
      if (busy.current) return;
      busy.current = true;
      setProblem(null);
      setRefusal(null);
      setUnknown(null);
      setNotice(null);
      const end = await work((phase, attempt, tabUrl) => setRunning({ phase, attempt, tabUrl }));
      // While the bank's page opens, the button stays pending.
      if (end.kind === 'leaving') return;
      // A payment that has ended needs a new quote: the former can't be paid again.
      if (end.kind === 'quoteGone' || end.kind === 'refunded' || end.kind === 'cardProblem')
        await queryClient.invalidateQueries({ queryKey: queryKeys.quotes(bundleId) });
      if (end.kind === 'quoteGone' || end.kind === 'refunded')
        void queryClient.invalidateQueries({ queryKey: queryKeys.currentPlan(bundleId) });
      if (end.kind === 'paid') await latest.current.onPaid(end.currentPlan);
      busy.current = false;
      setRunning(null);
      if (end.kind === 'cardProblem') setProblem(end.problem);
      else if (end.kind === 'refused') setRefusal(refusalText(end.error));
      else if (end.kind === 'unknown') setUnknown(end);
      else if (end.kind === 'quoteGone') setNotice({ kind: 'quoteGone', formerAmount });
      else if (end.kind === 'refunded') setNotice({ kind: 'refunded' });
    },
    [bundleId],
  );

  const lastTry = useRef<(() => void) | null>(null);
  const pay = (quote: Quote, means: PaymentMeans | null, savedCard: string | null) => {
    const again = () =>
      void run(
        (onPhase) => payQuote({ bundleId, quote, means, savedCard, partnerId, backTo: history.location.href }, onPhase),
        quote.amountToBePaid,
      );
    lastTry.current = again;
    again();
  };
  const askAgain = useCallback(() => {
    const kept = keptPayment(bundleId);
    if (kept) void run((onPhase) => completePayment(kept, onPhase));
    else lastTry.current?.();
  }, [bundleId, run]);
  useGoOnAfterReturn(bundleId, askAgain);
  return { running, problem, refusal, unknown, notice, pay, askAgain };
}

/** Why the server refused, or that something went wrong. Spec 2 §8, payment type. */
const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.code !== null && hasText(`errors.${error.code}`)
    ? errorText(error, text)
    : text('manageSubscriptions.commonError');

/** A bank's page or a reload interrupted a payment: the server says how it ended. */
function useGoOnAfterReturn(bundleId: string, askAgain: () => void): void {
  useEffect(() => {
    if (keptPayment(bundleId)) askAgain();
  }, [bundleId, askAgain]);
}
