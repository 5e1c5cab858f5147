import {
  type FakeBooks,
  type FakeError,
  type FakeIntent,
  type FakePaymentMethod,
  FakeRefusal,
  invalidRequest,
  newFakeId,
  required,
  show,
} from './fake-stripe-books.ts';
import { type FormFields, metadataOf, textOf } from './fake-stripe-form.ts';

/** Stripe's names for its test cards, and their outcome. */
const TEST_CARDS: Record<string, { last4: string; verdict: 'succeeds' | 'declined' | 'challenged' | 'takes-time' }> = {
  pm_card_visa: { last4: '4242', verdict: 'succeeds' },
  pm_card_visa_chargeDeclined: { last4: '0002', verdict: 'declined' },
  pm_card_authenticationRequired: { last4: '3184', verdict: 'challenged' },
  /** Not one of Stripe's cards: it stands for debits, whose banks take days. */
  pm_takes_time: { last4: '5001', verdict: 'takes-time' },
  /** Can be saved, and fails when charged. */
  pm_card_chargeCustomerFail: { last4: '0341', verdict: 'succeeds' },
};

const DECLINED: FakeError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

export type Announce = (type: string, object: object) => void;

export function createFakeIntent(object: FakeIntent['object'], fields: FormFields): FakeIntent {
  const amount = Number(textOf(fields, 'amount') ?? 0);
  if (object === 'payment_intent' && !(Number.isSafeInteger(amount) && amount > 0)) {
    throw invalidRequest('Invalid positive integer', 'parameter_invalid_integer');
  }
  const id = newFakeId(object === 'payment_intent' ? 'pi' : 'seti');
  return {
    object,
    id,
    client_secret: `${id}_secret_${newFakeId('s')}`,
    status: 'requires_payment_method',
    amount,
    currency: textOf(fields, 'currency') ?? '',
    customer: textOf(fields, 'customer') ?? null,
    description: textOf(fields, 'description') ?? null,
    metadata: metadataOf(fields),
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    last_setup_error: null,
    setup_future_usage: textOf(fields, 'setup_future_usage') ?? textOf(fields, 'usage') ?? null,
    automatic_payment_methods: fields['automatic_payment_methods'] ?? null,
    created: Math.floor(Date.now() / 1000),
    challenged: null,
  };
}

/** A try to pay with a card, by the payer or the merchant. */
export function confirmFakeIntent(books: FakeBooks, announce: Announce, intent: FakeIntent, fields: FormFields): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(`You cannot confirm this: it is ${intent.status}.`, `${intent.object}_unexpected_state`);
  }
  const given = textOf(fields, 'payment_method') ?? '';
  const saved = books.methods.get(given);
  const behaviour = saved?.behaviour ?? given;
  const { verdict, last4 } = required(TEST_CARDS[behaviour], 'PaymentMethod');
  const isOffSession = textOf(fields, 'off_session') === 'true';
  const method = saved ?? newMethod(books, behaviour, last4);
  if (isOffSession && verdict === 'challenged') {
    const code = 'authentication_required';
    throw fail(books, announce, intent, { ...DECLINED, code, decline_code: code });
  }
  const fails = verdict === 'declined' || (isOffSession && behaviour === 'pm_card_chargeCustomerFail');
  if (fails) throw fail(books, announce, intent, DECLINED);
  if (verdict === 'takes-time' && intent.object === 'payment_intent') {
    Object.assign(intent, { status: 'processing', payment_method: method.id });
    return announce('payment_intent.processing', intent);
  }
  if (verdict !== 'challenged') return succeed(books, announce, intent, method);
  Object.assign(intent, { status: 'requires_action', challenged: method.id, payment_method: method.id });
  announce(`${intent.object}.requires_action`, intent);
}

/** The payer approves or declines at the bank. */
export function answerFakeChallenge(books: FakeBooks, announce: Announce, intent: FakeIntent, approve: boolean): void {
  const method = books.methods.get(intent.challenged ?? '');
  if (intent.status !== 'requires_action' || !method) throw new Error('There is no challenge to be answered.');
  if (approve) return succeed(books, announce, intent, method);
  const code = `${intent.object}_authentication_failure`;
  fail(books, announce, intent, { type: 'card_error', code, message: 'We are unable to authenticate your card.' });
}

/** Days later, the bank decides about a payment that is processing. */
export function settleFakeIntent(
  books: FakeBooks,
  announce: Announce,
  intent: FakeIntent,
  outcome: 'succeeded' | 'failed',
): void {
  const method = books.methods.get(intent.payment_method ?? '');
  if (intent.status !== 'processing' || !method) throw new Error('No bank is working on it.');
  if (outcome === 'succeeded') succeed(books, announce, intent, method);
  else fail(books, announce, intent, DECLINED);
}

export function cancelFakeIntent(announce: Announce, intent: FakeIntent): void {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw invalidRequest(`You cannot cancel this: it is ${intent.status}.`, `${intent.object}_unexpected_state`);
  }
  intent.status = 'canceled';
  announce(`${intent.object}.canceled`, intent);
}

function newMethod(books: FakeBooks, behaviour: string, last4: string): FakePaymentMethod {
  const exp_year = new Date().getUTCFullYear() + 2;
  const card = { brand: 'visa', last4, exp_month: 12, exp_year, funding: 'credit', wallet: null, country: 'US' };
  const method = {
    object: 'payment_method',
    id: newFakeId('pm'),
    type: 'card',
    customer: null,
    card,
    behaviour,
  } as const;
  books.methods.set(method.id, method);
  return method;
}

function succeed(books: FakeBooks, announce: Announce, intent: FakeIntent, method: FakePaymentMethod): void {
  if (intent.setup_future_usage !== null) method.customer = intent.customer;
  Object.assign(intent, {
    status: 'succeeded',
    payment_method: method.id,
    last_payment_error: null,
    last_setup_error: null,
  });
  if (intent.object === 'payment_intent') {
    const { amount, id: payment_intent, currency, metadata } = intent;
    const charge = {
      ...({ object: 'charge', id: newFakeId('ch'), payment_intent, amount, amount_refunded: 0, currency } as const),
      ...{ status: 'succeeded', metadata, created: Math.floor(Date.now() / 1000) },
    };
    books.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
  }
  announce(`${intent.object}.succeeded`, intent);
}

function fail(books: FakeBooks, announce: Announce, intent: FakeIntent, error: FakeError): FakeRefusal {
  const isPayment = intent.object === 'payment_intent';
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    [isPayment ? 'last_payment_error' : 'last_setup_error']: error,
  });
  announce(isPayment ? 'payment_intent.payment_failed' : 'setup_intent.setup_failed', intent);
  return new FakeRefusal(402, { ...error, payment_intent: show(books, intent, []) });
}
