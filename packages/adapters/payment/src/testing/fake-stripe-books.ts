import { randomBytes } from 'node:crypto';

/** The parts of Stripe's objects that the adapter uses, with Stripe's own names. */
export interface FakeIntent {
  object: 'payment_intent' | 'setup_intent';
  id: string;
  client_secret: string;
  status: string;
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  payment_method: string | null;
  latest_charge: string | null;
  last_payment_error: FakeError | null;
  last_setup_error: FakeError | null;
  setup_future_usage: string | null;
  automatic_payment_methods: unknown;
  created: number;
  /** Internal: the payment method of the challenge. */
  challenged: string | null;
}

export interface FakeError {
  type: string;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: object;
}

export interface FakePaymentMethod {
  object: 'payment_method';
  id: string;
  type: 'card';
  customer: string | null;
  card: {
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    funding: string;
    wallet: null;
    country: string | null;
  };
  /** Internal: which of Stripe's test cards it is. */
  behaviour: string;
}

export interface FakeCustomer {
  object: 'customer';
  id: string;
  created: number;
  metadata: Record<string, string>;
}

export interface FakeCharge {
  object: 'charge';
  id: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  created: number;
}

export interface FakeRefund {
  object: 'refund';
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  created: number;
}

export interface FakeDispute {
  object: 'dispute';
  id: string;
  charge: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  reason: string;
  evidence_details: { due_by: number | null };
  balance_transactions: { id: string; amount: number; fee: number; currency: string; created: number }[];
}

/** The fake's data. */
export class FakeBooks {
  readonly intents = new Map<string, FakeIntent>();
  readonly customers = new Map<string, FakeCustomer>();
  readonly methods = new Map<string, FakePaymentMethod>();
  readonly charges = new Map<string, FakeCharge>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly disputes = new Map<string, FakeDispute>();
  /** Customers that the search already finds. */
  readonly indexed = new Set<string>();
}

/** A refusal in Stripe's form. */
export class FakeRefusal extends Error {
  readonly status: number;
  readonly error: FakeError;

  constructor(status: number, error: FakeError) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalidRequest(message: string, code?: string, status = 400): FakeRefusal {
  return new FakeRefusal(status, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) });
}

export function required<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw invalidRequest(`No such ${what}`, 'resource_missing', 404);
  return found;
}

export const newFakeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** An object in Stripe's form: without the internal fields, with the given ids expanded. */
export function show(books: FakeBooks, thing: object, expand: readonly string[]): object {
  const { challenged: _, behaviour: __, ...shown } = thing as Record<string, unknown>;
  const shelves: Record<string, ReadonlyMap<string, object>> = {
    latest_charge: books.charges,
    payment_method: books.methods,
    customer: books.customers,
  };
  for (const name of expand) {
    const id = shown[name];
    const whole = typeof id === 'string' ? shelves[name]?.get(id) : undefined;
    if (whole) shown[name] = show(books, whole, []);
  }
  return shown;
}
