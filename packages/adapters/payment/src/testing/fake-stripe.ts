import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import {
  type FakeError,
  FakeBooks,
  FakeRefusal,
  invalidRequest,
  newFakeId,
  required,
  show,
} from './fake-stripe-books.ts';
import { closeFakeDispute, openFakeDispute } from './fake-stripe-disputes.ts';
import { decodeForm } from './fake-stripe-form.ts';
import { answerFakeChallenge, settleFakeIntent } from './fake-stripe-intents.ts';
import { failFakeRefund } from './fake-stripe-refunds.ts';
import { expandOf, fakeStripeRoutes, pageOf } from './fake-stripe-routes.ts';

export const SECRET_KEY = 'sk_test_fake';
export const STRIPE_WEBHOOK_SECRET = 'whsec_fake';
const PUBLISHABLE_KEY = 'pk_test_fake';

/** How a request fails: the answer is lost after Stripe has acted, it never comes, or it is this one and Stripe doesn't act. */
type FakeFault = 'lose-answer' | 'no-answer' | { status: number; body: string };

/**
 * Where a call is cut off: before Stripe acts, after it acted but before it answers, or once the answer has left. `cut` is called at that
 * moment. In the first two cases the caller gets no answer.
 */
interface FakeCut {
  path: RegExp;
  at: 'before' | 'after' | 'answered';
  cut: () => void;
}

interface FakeCall {
  method: string;
  path: string;
  body: string;
  idempotencyKey: string | undefined;
  /** Of Stripe's API, by its header; undefined from a browser. */
  version: string | undefined;
}

type Answer = { status: number; body: string };
type Keyed = { fingerprint: string; answer: Answer | null };

export interface FakeStripe extends AsyncDisposable {
  /** For `stripeGateway`. */
  address: { host: string; port: number; protocol: 'http' };
  books: FakeBooks;
  /** Every request, in order. */
  calls: FakeCall[];
  /** How long the answer to a call takes, as over the internet; 0 to begin with. */
  latencyOf: (call: FakeCall) => number;
  /** The next requests with a matching path fail like this. */
  failNext(path: RegExp, fault: FakeFault, times?: number): void;
  /** The next POST with a matching path is cut, once. */
  cutNext(cut: FakeCut): void;
  /** A day passes: the search finds all customers, and all idempotency keys have expired. */
  passDay(): void;
  /** Confirms with a card, as Stripe.js does. Resolves when Stripe has answered, even with an error. */
  confirm(clientSecret: string, paymentMethod: string): Promise<void>;
  authenticate(clientSecret: string, approve: boolean): void;
  /** The bank decides about a payment that is processing. */
  settle(intentId: string, outcome: 'succeeded' | 'failed'): void;
  /** The payer's bank disputes a payment, or only asks about it; returns the dispute's id. */
  dispute(intentId: string, isInquiry?: boolean): string;
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void;
  /** The payer's bank refuses a refund that was made. */
  failRefund(refundId: string): void;
}

/** Stripe as its SDK sees it: a real server on loopback with Stripe's form bodies, errors, idempotency keys and signed webhooks. */
export async function startFakeStripe(webhookUrl?: string): Promise<FakeStripe> {
  const books = new FakeBooks();
  const keys = new Map<string, Keyed>();
  const faults: { path: RegExp; fault: FakeFault }[] = [];
  const calls: FakeCall[] = [];
  let armed: FakeCut | null = null;
  const deliveries: Promise<unknown>[] = [];
  const announce = (type: string, object: object) => {
    if (webhookUrl !== undefined) deliveries.push(deliver(webhookUrl, type, show(books, object, [])));
  };
  const routes = fakeStripeRoutes(books, announce);

  function decide(call: FakeCall): Answer {
    const url = new URL(call.path, 'http://fake');
    const fields = decodeForm(call.method === 'GET' ? url.search : call.body);
    try {
      const route = routes.find((one) => one.method === call.method && one.path.test(url.pathname));
      if (!route) throw invalidRequest('Unrecognized request URL', undefined, 404);
      const found = route.handle(fields, route.path.exec(url.pathname)?.[1] ?? '');
      const shown = Array.isArray(found)
        ? pageOf(found, fields, (one) => show(books, one, expandOf(fields)))
        : show(books, found, expandOf(fields));
      return { status: 200, body: JSON.stringify(shown) };
    } catch (error) {
      return refusal(error);
    }
  }

  /** Stripe's rules for idempotency keys: one call at a time per key, the first answer again for the same request, an error for another one. */
  async function decideOnce(call: FakeCall): Promise<Answer> {
    const { idempotencyKey } = call;
    if (idempotencyKey === undefined) return decide(call);
    const fingerprint = `${call.method} ${call.path}\n${call.body}`;
    const known = keys.get(idempotencyKey);
    if (known && known.fingerprint !== fingerprint) {
      return refusal(new FakeRefusal(400, idempotencyError('Keys can only be used with the same parameters.')));
    }
    if (known?.answer === null) {
      return refusal(new FakeRefusal(409, idempotencyError('There is another request with this key.')));
    }
    if (known) return known.answer;
    const entry: Keyed = { fingerprint, answer: null };
    keys.set(idempotencyKey, entry);
    // Gives other calls with this key time to arrive.
    await nextTurn();
    entry.answer = decide(call);
    return entry.answer;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request;
    const key = headers['idempotency-key'];
    const [idempotencyKey, version] = [key, headers['stripe-version']].map((one) =>
      typeof one === 'string' ? one : undefined,
    );
    const call = { method, path, body: await text(request), idempotencyKey, version };
    calls.push(call);
    const index = faults.findIndex((one) => one.path.test(path));
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
    if (fault === 'no-answer') return;
    const cut = method === 'POST' && armed?.path.test(path) ? armed : null;
    if (cut !== null) armed = null;
    if (cut?.at === 'before') {
      cut.cut();
      return void request.socket.destroy();
    }
    const latency = fake.latencyOf(call);
    if (latency > 0) await sleep(latency);
    const answer = typeof fault === 'object' ? fault : await authorized(headers.authorization, call, decideOnce);
    if (cut?.at === 'after') cut.cut();
    if (fault === 'lose-answer' || cut?.at === 'after') return void request.socket.destroy();
    if (cut?.at === 'answered') response.once('finish', cut.cut);
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': newFakeId('req') });
    response.end(answer.body);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' } as const;
  const fake: FakeStripe = {
    address,
    books,
    calls,
    latencyOf: () => 0,
    failNext: (path, fault, times = 1) => void faults.push(...Array.from({ length: times }, () => ({ path, fault }))),
    cutNext: (cut) => void (armed = cut),
    passDay() {
      keys.clear();
      for (const id of books.customers.keys()) books.indexed.add(id);
    },
    confirm: (clientSecret, paymentMethod) => confirmAsBrowser(address.port, clientSecret, paymentMethod),
    authenticate: (clientSecret, approve) =>
      answerFakeChallenge(books, announce, required(books.intents.get(intentOf(clientSecret)), 'intent'), approve),
    settle: (intentId, outcome) =>
      settleFakeIntent(books, announce, required(books.intents.get(intentId), 'intent'), outcome),
    dispute: (intentId, isInquiry) => openFakeDispute(books, announce, intentId, isInquiry).id,
    closeDispute: (disputeId, outcome) => closeFakeDispute(books, announce, disputeId, outcome),
    failRefund: (refundId) => failFakeRefund(books, announce, refundId),
    async [Symbol.asyncDispose]() {
      await Promise.all(deliveries);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
  return fake;
}

/** The merchant's key may do everything, the browser's key may only confirm. */
async function authorized(given: string | undefined, call: FakeCall, next: (call: FakeCall) => Promise<Answer>) {
  const isBrowser = given === `Bearer ${PUBLISHABLE_KEY}` && call.path.endsWith('/confirm');
  if (given === `Bearer ${SECRET_KEY}` || isBrowser) return next(call);
  return refusal(
    new FakeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_…wrong' }),
  );
}

function refusal(error: unknown): Answer {
  if (!(error instanceof FakeRefusal)) throw error;
  return { status: error.status, body: JSON.stringify({ error: error.error }) };
}

const idempotencyError = (message: string): FakeError => ({ type: 'idempotency_error', message });

const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

async function confirmAsBrowser(port: number, clientSecret: string, paymentMethod: string): Promise<void> {
  const id = intentOf(clientSecret);
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const response = await fetch(`http://127.0.0.1:${port}/v1/${kind}/${id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: paymentMethod }),
  });
  await response.arrayBuffer();
}

/** One webhook, signed by the SDK's own test signer and sent over HTTP. */
async function deliver(url: string, type: string, object: object): Promise<void> {
  const created = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({ id: newFakeId('evt'), object: 'event', type, created, data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_WEBHOOK_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  await (await fetch(url, { method: 'POST', headers, body: payload })).arrayBuffer();
}
