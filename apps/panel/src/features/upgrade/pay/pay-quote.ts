import type { Quote } from '@postern/contract/billing';
import type { CurrentPlan } from '@postern/contract/subscriptions';
import { isFramed } from '../../../lib/frame/frame.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import {
  askUntilAnswered,
  awaitBank,
  bankReturnUrl,
  type CardProblem,
  type ChangePayment,
  forgetPayment,
  isAtBank,
  keepPayment,
  NoAnswer,
  type OnPhase,
  partnerPageUrl,
  partnerReturnUrl,
  type PaymentMeans,
  type PaymentPhase,
} from '../../purchase/panel.ts';
import { askPaymentType, beginPayment, finishPayment } from '../queries.ts';

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
  /** `isAtBank`: the bank is still working on it, maybe for days. */
  | { kind: 'unknown'; isAtBank: boolean }
  | { kind: 'refused'; error: unknown };

type Payment = {
  bundleId: string;
  quote: Quote;
  /** The fields of a new card; null if a saved card pays, or nothing is due. */
  means: PaymentMeans | null;
  savedCard: string | null;
  partnerId: number;
  /** The page from which it is paid. */
  backTo: string;
};

/** Starts the payment of exactly this quote, confirms the card in the browser, and has the server finish it. */
export async function payQuote(wish: Payment, onPhase: OnPhase): Promise<PaymentEnd> {
  const { bundleId, quote, means, savedCard } = wish;
  if (quote.payment?.taker === 'partner-page') return payAtPartner(wish, onPhase);
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
      if (isFramed()) return await completeInTab(payment, ['atBankTab', confirmation.challengeUrl], onPhase);
      onPhase('atBank', 1);
      leavePage.to(confirmation.challengeUrl);
      return { kind: 'leaving' };
    }
    return await completePayment(payment, onPhase);
  } catch (error) {
    return endOf(error);
  }
}

/** Asks the server to finish, as often as needed. Also continues a payment that a reload or the bank's page interrupted. */
export async function completePayment(payment: ChangePayment, onPhase: OnPhase): Promise<PaymentEnd> {
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

/** The partner's page takes the payment of exactly this quote, and leads back to the page that asked for it. Spec 1 §4, Partner pays. */
async function payAtPartner({ bundleId, quote, partnerId, backTo }: Payment, onPhase: OnPhase): Promise<PaymentEnd> {
  onPhase('preparing', 1);
  try {
    const [item] = quote.orderItems;
    const action = item?.action === 'upgradePlan' || item?.action === 'buyMoreAccounts' ? item.action : 'billing';
    const { makePaymentUrl, jwt, trackingId } = await askPaymentType({ bundleId, action, quoteId: quote.quoteId });
    // The partner has just switched to payments in the panel.
    if (jwt === null || trackingId === null) return { kind: 'quoteGone' };
    const payment = { bundleId, trackingId, backTo };
    keepPayment(payment);
    const url = partnerPageUrl({ makePaymentUrl, jwt }, partnerReturnUrl(partnerId));
    if (isFramed()) return await completeInTab(payment, ['atPartnerTab', url], onPhase);
    onPhase('atPartner', 1);
    leavePage.to(url);
    return { kind: 'leaving' };
  } catch (error) {
    return endOf(error);
  }
}

/** The page of the bank or the partner is open in a tab of its own; this page waits for how it ends. */
async function completeInTab(
  payment: ChangePayment,
  [phase, tabUrl]: [PaymentPhase, string],
  onPhase: OnPhase,
): Promise<PaymentEnd> {
  onPhase(phase, 1, tabUrl);
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
  return !isAtBank(error);
}

function endOf(error: unknown): PaymentEnd {
  if (error instanceof NoAnswer) return { kind: 'unknown', isAtBank: isAtBank(error.cause) };
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
