import type { PurchasedPlan } from '@postern/contract/purchase';
import { isFramed } from '../../../lib/frame/frame.ts';
import { ApiError, hasCode } from '../../../lib/http/api-error.ts';
import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import { failureKey } from '../details/use-save-details.ts';
import type { PurchaseErrorType } from '../purchase-error-screen.tsx';
import { type StartedPayment, dropKeys, keyFor, readPurchase, updatePurchase } from '../purchase-store.ts';
import { finishPayment, startPayment } from '../queries.ts';
import { returnUrl } from '../use-purchase-step.ts';
import { askUntilAnswered, isAtBank, NoAnswer } from './ask-until-answered.ts';
import { awaitBank, bankReturnUrl } from './bank-in-tab.tsx';
import type { CardProblem, PaymentMeans } from './card-gateway.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import { partnerPageUrl, partnerReturnUrl } from './partner-payment.ts';
import { reportPayment } from './payment-events.ts';

export type PaymentPhase =
  | 'preparing'
  | 'confirming'
  | 'atBank'
  | 'atBankTab'
  | 'atPartner'
  | 'atPartnerTab'
  | 'completing';
/** `tabUrl` is the page that the person has to open by a link, if this page is inside a partner's page. */
export type OnPhase = (phase: PaymentPhase, attempt: number, tabUrl?: string) => void;
type Completed = Awaited<ReturnType<typeof finishPayment>>;

/** How a payment ended; it decides what the screen does next. */
export type PaymentEnd =
  | { kind: 'paid'; answer: Completed; payment: StartedPayment }
  /** The order is complete, but its owner signs in with a code of their own. */
  | { kind: 'codeNeeded'; challenge: string; payment: StartedPayment }
  | { kind: 'leaving' }
  | { kind: 'fieldsInvalid' }
  | { kind: 'countryBlocked'; country: string }
  | { kind: 'cardProblem'; problem: CardProblem }
  | { kind: 'amountChanged'; amount: number }
  | { kind: 'failed'; problem: CardProblem | null; isDomainTaken: boolean }
  /** `isAtBank`: the bank is still working on it, maybe for days. */
  | { kind: 'unknown'; isAtBank: boolean }
  | { kind: 'screen'; type: PurchaseErrorType }
  | { kind: 'toast'; key: MessageKey }
  | { kind: 'refused'; error: ApiError };

const GATEWAY_SILENT: MessageKey = 'billingAndUpgrade.manageCard.toastMessage.stripeInitFailure';

/** Spec 1 §4, payment sequence: blocked country, card, init, confirm in the browser, process. `means` is null if no card is needed. */
export async function runPayment(
  order: PurchasedPlan,
  means: PaymentMeans | null,
  onPhase: OnPhase,
): Promise<PaymentEnd> {
  const { customer, opened } = readPurchase();
  if (!customer || !opened) return { kind: 'screen', type: 'invalidParams' };
  if (opened.blockedCountries.includes(customer.address.country)) {
    return { kind: 'countryBlocked', country: customer.address.country };
  }
  if (means && !(await means.validate())) return { kind: 'fieldsInvalid' };
  const cardType = means?.cardType() ?? null;
  try {
    onPhase('preparing', 1);
    const paymentMethodId = means?.paymentMethodId;
    const byCard = paymentMethodId === undefined ? {} : { paymentMethodId };
    const wish = { ...order, ...byCard };
    const begun = await startPayment(wish, { token: opened.token, idempotencyKey: keyFor('initiate', wish) });
    const payment: StartedPayment = { order, trackingId: begun.trackingId, cardType, stage: 'confirming' };
    reportPayment('payment_initiated', payment);
    if (begun.chargeableAmount !== order.chargeableAmount)
      return { kind: 'amountChanged', amount: begun.chargeableAmount };
    const { makePaymentUrl, jwt } = begun;
    if (makePaymentUrl !== undefined && jwt !== undefined)
      return await payAtPartner(
        payment,
        partnerPageUrl({ makePaymentUrl, jwt }, partnerReturnUrl(opened.partnerId)),
        onPhase,
      );
    if (begun.gateway === 'partner' || begun.gateway === 'none') return await completePayment(payment, onPhase);
    if (paymentMethodId !== undefined) return await completePayment({ ...payment, bySavedCard: true }, onPhase);
    return await confirmCard(payment, begun, means, onPhase);
  } catch (error) {
    if (isAnswer(error)) dropKeys('initiate');
    reportPayment('payment_failed', { order, cardType }, causeOf(error));
    return endOf(error);
  }
}

/** The buyer pays on the partner's page, and returns with its signed result. Spec 1 §4, Partner pays. */
async function payAtPartner(payment: StartedPayment, url: string, onPhase: OnPhase): Promise<PaymentEnd> {
  // The signed address expires soon, so the next press asks for a new one.
  dropKeys('initiate');
  const started: StartedPayment = { ...payment, stage: 'at-partner' };
  updatePurchase({ payment: started });
  if (isFramed()) {
    onPhase('atPartnerTab', 1, url);
    return await completeMeanwhile(started);
  }
  onPhase('atPartner', 1);
  leavePage.to(url);
  return { kind: 'leaving' };
}

type Begun = Awaited<ReturnType<typeof startPayment>>;

async function confirmCard(
  payment: StartedPayment,
  begun: Begun,
  means: PaymentMeans | null,
  onPhase: OnPhase,
): Promise<PaymentEnd> {
  if (begun.stripeSecret === null || begun.gateway !== means?.gateway) {
    reportPayment(
      'payment_failed',
      payment,
      begun.stripeSecret === null ? 'missing_stripe_secret' : 'gateway_mismatch',
    );
    dropKeys('initiate');
    return { kind: 'toast', key: GATEWAY_SILENT };
  }
  onPhase('confirming', 1);
  updatePurchase({ payment });
  const confirmation = await means.confirm(begun.stripeSecret, isFramed() ? bankReturnUrl() : returnUrl());
  if (confirmation.status === 'failed') {
    const { problem } = confirmation;
    updatePurchase({ payment: null });
    if (problem.code === 'intent_canceled') dropKeys('initiate');
    reportPayment('payment_failed', payment, problem.declineCode ?? problem.code);
    return { kind: 'cardProblem', problem };
  }
  if (confirmation.status === 'requires_action') {
    updatePurchase({ payment: { ...payment, stage: 'at-bank' } });
    if (isFramed()) {
      onPhase('atBankTab', 1, confirmation.challengeUrl);
      return await completeMeanwhile(payment);
    }
    onPhase('atBank', 1);
    leavePage.to(confirmation.challengeUrl);
    return { kind: 'leaving' };
  }
  return await completePayment(payment, onPhase);
}

/** Asks the server to finish the order, as often as needed. Also resumes a payment that a reload or a bank's page interrupted. */
export async function completePayment(begun: StartedPayment, onPhase: OnPhase): Promise<PaymentEnd> {
  const payment: StartedPayment = { ...begun, stage: 'completing' };
  const token = readPurchase().opened?.token ?? '';
  updatePurchase({ payment });
  onPhase('completing', 1);
  const input = { ...payment.order, trackingId: payment.trackingId };
  try {
    const answer = await askUntilAnswered(
      () => finishPayment(input, { token, idempotencyKey: keyFor('complete', input) }),
      { isFinal: isFinalRefusal, onAttempt: (attempt) => onPhase('completing', attempt) },
    );
    return { kind: 'paid', answer, payment };
  } catch (error) {
    return endOfFailure(error, payment);
  }
}

/**
 * The page of the bank or the partner is open in a tab of its own, because banks refuse to be shown in a frame. This page waits for how it
 * ends.
 */
async function completeMeanwhile(payment: StartedPayment): Promise<PaymentEnd> {
  const token = readPurchase().opened?.token ?? '';
  try {
    const answer = await awaitBank(() =>
      finishPayment({ ...payment.order, trackingId: payment.trackingId }, { token }),
    );
    return { kind: 'paid', answer, payment };
  } catch (error) {
    return endOfFailure(error, payment);
  }
}

function endOfFailure(error: unknown, payment: StartedPayment): PaymentEnd {
  if (hasCode(error, 'TOTP_REQUIRED'))
    return { kind: 'codeNeeded', challenge: String(error.attrs['challenge']), payment };
  reportPayment('payment_failed', payment, causeOf(error));
  if (error instanceof NoAnswer) return { kind: 'unknown', isAtBank: isAtBank(error.cause) };
  dropKeys('complete');
  updatePurchase({ payment: null });
  return endOfCompletion(endOf(error), payment);
}

/**
 * Outcomes of one means of payment only: another card can pay after a saved one failed, and a partner's refusal says what happens to the
 * money.
 */
function endOfCompletion(end: PaymentEnd, { bySavedCard, isSettlementRefused }: StartedPayment): PaymentEnd {
  if (end.kind === 'failed' && end.problem && bySavedCard) return { kind: 'cardProblem', problem: end.problem };
  const isUnpaid = end.kind === 'cardProblem' || (end.kind === 'failed' && !end.isDomainTaken);
  return isUnpaid && isSettlementRefused ? { kind: 'failed', problem: null, isDomainTaken: false } : end;
}

const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && error.status < 500;

/** While the bank hasn't decided or the server is too busy, the next answer may differ. */
function isFinalRefusal(error: ApiError): boolean {
  const isStillProcessing = isAtBank(error);
  // The same key would repeat the same answer.
  if (isStillProcessing) dropKeys('complete');
  return isAnswer(error) && !isStillProcessing && error.code !== 'TOO_MANY_ATTEMPTS';
}

const causeOf = (error: unknown): string => (error instanceof ApiError ? (error.code ?? error.kind) : 'unknown');

/** There is no decision yet: nothing was charged, and nothing has failed. */
const UNFINISHED = ['requires_action', 'requires_confirmation'];

function endOf(error: unknown): PaymentEnd {
  if (!(error instanceof ApiError)) return { kind: 'toast', key: 'purchaseFlow.APIFailure' };
  switch (error.code) {
    case 'PAYMENT_FAILED': {
      const problem = problemOf(error);
      if (problem && UNFINISHED.includes(problem.code)) return { kind: 'cardProblem', problem };
      return { kind: 'failed', problem, isDomainTaken: false };
    }
    case 'AMOUNT_CHANGED': {
      const amount = error.attrs['chargeableAmount'];
      return typeof amount === 'number'
        ? { kind: 'amountChanged', amount }
        : { kind: 'screen', type: 'cycleAndAccountsError' };
    }
    case 'COUNTRY_NOT_SUPPORTED':
      return { kind: 'countryBlocked', country: readPurchase().customer?.address.country ?? '' };
    case 'PURCHASE_CLOSED':
      return { kind: 'screen', type: 'purchaseDenied' };
    case 'UNAUTHENTICATED':
      return { kind: 'screen', type: 'invalidParams' };
    case 'DOMAIN_TAKEN':
      return error.attrs['refunded'] === true
        ? { kind: 'failed', problem: null, isDomainTaken: true }
        : { kind: 'refused', error };
    case 'PAYMENT_GATEWAY_UNAVAILABLE':
      return { kind: 'toast', key: GATEWAY_SILENT };
    default:
      return error.kind === 'refused' && error.status < 500
        ? { kind: 'refused', error }
        : { kind: 'toast', key: failureKey(error) };
  }
}

function problemOf({ attrs: { reason, declineCode } }: ApiError): CardProblem | null {
  if (typeof reason !== 'string') return null;
  return typeof declineCode === 'string' ? { code: reason, declineCode } : { code: reason };
}
