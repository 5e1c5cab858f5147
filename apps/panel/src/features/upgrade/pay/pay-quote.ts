import type { Quote } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { isFramed } from '../../../lib/frame/frame.ts';
import { ApiError, hasCode } from '../../../lib/http/api-error.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import {
  askUntilAnswered,
  awaitBank,
  bankReturnUrl,
  type CardProblem,
  NoAnswer,
  type PaymentMeans,
} from '../../purchase/panel.ts';
import { beginPayment, finishPayment } from '../queries.ts';
import { forgetPayment, keepPayment, type StartedPayment } from './started-payment.ts';

export type PaymentPhase = 'preparing' | 'confirming' | 'atBank' | 'atBankTab' | 'completing';
/** `bankUrl` is the page that the person has to open by a link, where this one is part of a partner's page. */
export type OnPhase = (phase: PaymentPhase, attempt: number, bankUrl?: string) => void;

/** How a payment ended; it decides what the page does next. */
export type PaymentEnd =
  | { kind: 'paid'; currentPlan: CurrentPlan }
  | { kind: 'leaving' }
  | { kind: 'fieldsInvalid' }
  | { kind: 'cardProblem'; problem: CardProblem }
  /** The quote no longer holds: nothing was charged. */
  | { kind: 'quoteGone' }
  /** The order changed while it was being paid. */
  | { kind: 'refunded' }
  | { kind: 'unknown' }
  | { kind: 'refused'; error: unknown };

type Payment = {
  bundleId: string;
  quote: Quote;
  /** The fields of a new card; null if a saved card pays, or nothing is due. */
  means: PaymentMeans | null;
  savedCard: string | null;
};

/** Starts the payment of exactly this quote, confirms the card in the browser, and has the server finish it. */
export async function payQuote({ bundleId, quote, means, savedCard }: Payment, onPhase: OnPhase): Promise<PaymentEnd> {
  if (means && !(await means.validate())) return { kind: 'fieldsInvalid' };
  onPhase('preparing', 1);
  const { quoteId, currency } = quote;
  const input = { bundleId, quoteId, currency, ...(savedCard === null ? {} : { paymentMethodId: savedCard }) };
  const begin = () => beginPayment(input);
  try {
    // Once a saved card was named, the server may charge it: only its answer says how that ended.
    const begun =
      savedCard === null
        ? await begin()
        : await askUntilAnswered(begin, { isFinal, onAttempt: (attempt) => onPhase('preparing', attempt) });
    const payment = { bundleId, trackingId: begun.trackingId };
    keepPayment(payment);
    if (begun.stripeSecret === null || means === null) return await completePayment(payment, onPhase);
    onPhase('confirming', 1);
    const confirmation = await means.confirm(begun.stripeSecret, returnUrl());
    if (confirmation.status === 'failed') {
      forgetPayment();
      const { problem } = confirmation;
      return problem.code === 'intent_canceled' ? { kind: 'quoteGone' } : { kind: 'cardProblem', problem };
    }
    if (confirmation.status === 'requires_action') {
      if (isFramed()) return await completeAtBank(payment, confirmation.challengeUrl, onPhase);
      onPhase('atBank', 1);
      leavePage.to(confirmation.challengeUrl);
      return { kind: 'leaving' };
    }
    return await completePayment(payment, onPhase);
  } catch (error) {
    return endOf(error);
  }
}

/** Asks the server to finish, as often as needed. Also goes on with a payment that a reload or the bank's page interrupted. */
export async function completePayment(payment: StartedPayment, onPhase: OnPhase): Promise<PaymentEnd> {
  onPhase('completing', 1);
  try {
    const currentPlan = await askUntilAnswered(() => finishPayment(payment.bundleId, payment.trackingId), {
      isFinal,
      onAttempt: (attempt) => onPhase('completing', attempt),
    });
    forgetPayment();
    return { kind: 'paid', currentPlan };
  } catch (error) {
    const end = endOf(error);
    if (end.kind !== 'unknown') forgetPayment();
    return end;
  }
}

/** The bank's page is open in a tab of its own; this page waits for how it ends. */
async function completeAtBank(payment: StartedPayment, bankUrl: string, onPhase: OnPhase): Promise<PaymentEnd> {
  onPhase('atBankTab', 1, bankUrl);
  try {
    const currentPlan = await awaitBank(() => finishPayment(payment.bundleId, payment.trackingId));
    forgetPayment();
    return { kind: 'paid', currentPlan };
  } catch (error) {
    const end = endOf(error);
    if (end.kind !== 'unknown') forgetPayment();
    return end;
  }
}

/** While the bank hasn't decided or the server is too busy, the next answer may differ. */
function isFinal(error: ApiError): boolean {
  if (error.kind !== 'refused' || error.status >= 500 || error.code === 'TOO_MANY_ATTEMPTS') return false;
  return !(hasCode(error, 'PAYMENT_FAILED') && error.attrs['reason'] === 'processing');
}

function endOf(error: unknown): PaymentEnd {
  if (error instanceof NoAnswer) return { kind: 'unknown' };
  if (!(error instanceof ApiError)) return { kind: 'refused', error };
  switch (error.code) {
    case 'AMOUNT_CHANGED':
    case 'QUOTE_EXPIRED':
    case 'CARD_NOT_FOUND':
      return { kind: 'quoteGone' };
    case 'PURCHASE_CLOSED':
      return error.attrs['refunded'] === true ? { kind: 'refunded' } : { kind: 'quoteGone' };
    case 'PAYMENT_FAILED': {
      const { reason, declineCode } = error.attrs;
      const code = typeof reason === 'string' ? reason : 'processing_error';
      return { kind: 'cardProblem', problem: typeof declineCode === 'string' ? { code, declineCode } : { code } };
    }
    default:
      return { kind: 'refused', error };
  }
}

/** The bank sends people back to the page from which they pay. */
function returnUrl(): string {
  if (isFramed()) return bankReturnUrl();
  const url = new URL(window.location.href);
  url.searchParams.set('resume', '1');
  return url.href;
}
