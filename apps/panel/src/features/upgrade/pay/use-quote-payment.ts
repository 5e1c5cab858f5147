import type { Quote } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/http/error-text.ts';
import { queryClient } from '../../../lib/http/query-client.ts';
import { queryKeys } from '../../../lib/http/query-keys.ts';
import { text } from '../../../lib/i18n/texts.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import type { CardProblem, PaymentMeans } from '../../purchase/panel.ts';
import { completePayment, type OnPhase, payQuote, type PaymentEnd, type PaymentPhase } from './pay-quote.ts';
import { keptPayment } from './started-payment.ts';

type Running = { phase: PaymentPhase; attempt: number; bankUrl: string | undefined };
/** Something to say above the button after a try. */
type Notice = { kind: 'quoteGone'; formerAmount: number | null } | { kind: 'refunded' };

/** Called once. Its promise ends when the page for which it leaves is there: until then nothing else can be paid. */
export type OnPaid = (plan: CurrentPlan) => Promise<void> | void;

/** The payment of a page, one at a time, and how it ended. */
export function useQuotePayment(onPaid: OnPaid) {
  const { bundleId = '' } = useSession();
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<CardProblem | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
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
      setUnknown(false);
      setNotice(null);
      const end = await work((phase, attempt, bankUrl) => setRunning({ phase, attempt, bankUrl }));
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
      else if (end.kind === 'refused') setRefusal(errorText(end.error, text));
      else if (end.kind === 'unknown') setUnknown(true);
      else if (end.kind === 'quoteGone') setNotice({ kind: 'quoteGone', formerAmount });
      else if (end.kind === 'refunded') setNotice({ kind: 'refunded' });
    },
    [bundleId],
  );

  const lastTry = useRef<(() => void) | null>(null);
  const pay = (quote: Quote, means: PaymentMeans | null, savedCard: string | null) => {
    const again = () =>
      void run((onPhase) => payQuote({ bundleId, quote, means, savedCard }, onPhase), quote.amountToBePaid);
    lastTry.current = again;
    again();
  };
  const askAgain = useCallback(() => {
    const kept = keptPayment(bundleId);
    if (kept) void run((onPhase) => completePayment(kept, onPhase));
    else lastTry.current?.();
  }, [bundleId, run]);
  useGoOnAfterReturn(bundleId, askAgain);
  return { running, problem, refusal, isUnknown, notice, pay, askAgain };
}

/** A bank's page or a reload interrupted a payment: the server says how it ended. */
function useGoOnAfterReturn(bundleId: string, askAgain: () => void): void {
  useEffect(() => {
    if (keptPayment(bundleId)) askAgain();
  }, [bundleId, askAgain]);
}
