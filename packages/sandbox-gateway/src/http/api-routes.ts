import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { cancelIntent } from '../intents/cancel-intent.ts';
import { chargeOffSession } from '../intents/charge-off-session.ts';
import { createPaymentIntent, createSetupIntent } from '../intents/create-intent.ts';
import { closeDispute, openDispute } from '../intents/dispute-intent.ts';
import { failRefund, refundIntent, refundView } from '../intents/refund-intent.ts';
import { removeCard, removeCustomer } from '../intents/remove-card.ts';
import { intentView, settleIntent } from '../intents/settle-intent.ts';
import type { LedgerBooks } from '../ledger/ledger-books.ts';
import { listLedger } from '../ledger/list-ledger.ts';
import { listCharges, listRefunds } from '../ledger/list-movements.ts';
import { answerOnce, type Decision } from './answer-once.ts';
import type { GatewayServerOptions } from './gateway-server-options.ts';
import * as bodies from './request-bodies.ts';
import { parseRequest, RequestError } from './request-error.ts';

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** The merchant's calls under /v1, all behind the API key. */
export function apiRoutes(app: FastifyInstance, { ledger, faults, apiKey }: GatewayServerOptions): void {
  app.addHook('onRequest', async (request) => requireApiKey(request, apiKey));

  async function answer(reply: FastifyReply, { status, body }: Decision): Promise<FastifyReply> {
    await ledger.durable();
    await faults.delayAnswer();
    return reply.code(status).send(body);
  }

  function once<Schema extends z.ZodType>(
    route: string,
    schema: Schema,
    decide: (books: LedgerBooks, body: z.output<Schema>, nowEpochMillis: number) => Decision,
  ): void {
    app.post(route, (request, reply) => {
      const key = readIdempotencyKey(request);
      const body = parseRequest(schema, request.body);
      return answer(
        reply,
        answerOnce(ledger, key, { route, body }, () => decide(ledger.books, body, ledger.now())),
      );
    });
  }

  /** The same for a route that names what it changes. */
  function onceOf<Schema extends z.ZodType<object>>(
    route: string,
    schema: Schema,
    decide: (books: LedgerBooks, body: z.output<Schema> & { id: string }, nowEpochMillis: number) => Decision,
  ): void {
    app.post<{ Params: { id: string } }>(route, (request, reply) => {
      const key = readIdempotencyKey(request);
      const body = { ...parseRequest(schema, request.body), id: request.params.id };
      return answer(
        reply,
        answerOnce(ledger, key, { route, body }, () => decide(ledger.books, body, ledger.now())),
      );
    });
  }

  once('/payment_intents', bodies.newPaymentIntentBody, (_books, body, now) => createPaymentIntent(body, now));
  once('/setup_intents', bodies.newSetupIntentBody, (_books, body, now) => createSetupIntent(body, now));
  once('/refunds', bodies.refundBody, refundIntent);
  once('/disputes', bodies.disputeBody, openDispute);
  once('/charges-off-session', bodies.offSessionChargeBody, chargeOffSession);
  once('/cards/remove', bodies.removeCardBody, removeCard);
  once('/customers/remove', bodies.removeCustomerBody, removeCustomer);

  app.post<{ Params: { id: string } }>('/intents/:id/cancel', (request, reply) => {
    const { id } = request.params;
    const canceling = { route: '/intents/:id/cancel', body: { id } };
    const key = readIdempotencyKey(request);
    return answer(
      reply,
      answerOnce(ledger, key, canceling, () => cancelIntent(ledger.books, id, ledger.now())),
    );
  });

  onceOf('/disputes/:id/close', bodies.closeDisputeBody, closeDispute);
  onceOf('/intents/:id/settle', bodies.settleIntentBody, settleIntent);
  onceOf('/refunds/:id/fail', bodies.failRefundBody, failRefund);

  addReadRoutes(app, { ledger, answer });
  addTrialRoutes(app, { ledger, faults, answer });
}

type Answering = { answer: (reply: FastifyReply, decision: Decision) => Promise<FastifyReply> };
type Trial = Pick<GatewayServerOptions, 'ledger' | 'faults'> & Answering;

/** One thing by its id, and what moved, a page at a time. */
function addReadRoutes(
  app: FastifyInstance,
  { ledger, answer }: Pick<GatewayServerOptions, 'ledger'> & Answering,
): void {
  app.get<{ Params: { id: string } }>('/intents/:id', (request, reply) => {
    const intent = ledger.books.intents.get(request.params.id);
    if (!intent) throw new RequestError(404, 'intent_unknown', 'There is no such intent.');
    return answer(reply, { status: 200, body: intentView(intent) });
  });

  app.get<{ Params: { id: string } }>('/refunds/:id', (request, reply) => {
    const refund = ledger.books.refunds.get(request.params.id);
    if (!refund) throw new RequestError(404, 'refund_unknown', 'There is no such refund.');
    return answer(reply, { status: 200, body: refundView(ledger.books, refund) });
  });

  app.get<{ Params: { id: string } }>('/disputes/:id', (request, reply) => {
    const dispute = ledger.books.disputes.get(request.params.id);
    if (!dispute) throw new RequestError(404, 'dispute_unknown', 'There is no such dispute.');
    return answer(reply, { status: 200, body: dispute });
  });

  app.get('/ledger', (request, reply) => {
    const page = listLedger(ledger.books, parseRequest(bodies.ledgerQuery, request.query));
    return answer(reply, { status: 200, body: page });
  });

  app.get('/charges', (request, reply) => {
    const page = listCharges(ledger.books, parseRequest(bodies.movementsQuery, request.query));
    return answer(reply, { status: 200, body: page });
  });

  app.get('/refunds', (request, reply) => {
    const page = listRefunds(ledger.books, parseRequest(bodies.movementsQuery, request.query));
    return answer(reply, { status: 200, body: page });
  });
}

/** Routes only for trying out how a merchant reacts. */
function addTrialRoutes(app: FastifyInstance, { ledger, faults, answer }: Trial): void {
  app.post<{ Params: { id: string } }>('/events/:id/replay', (request, reply) => {
    const eventId = request.params.id;
    if (!ledger.books.events.has(eventId)) throw new RequestError(404, 'event_unknown', 'There is no such event.');
    ledger.commit({ replayed: { eventId } });
    return answer(reply, { status: 202, body: { eventId } });
  });

  // Never delayed itself, so that a delay can be cleared at once.
  app.post('/faults', (request) => {
    faults.set(parseRequest(bodies.faultsBody, request.body));
    return faults.read();
  });
}

function requireApiKey(request: FastifyRequest, apiKey: string): void {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [a, b] = [given, apiKey].map((text) => createHash('sha256').update(text).digest());
  if (!a || !b || !timingSafeEqual(a, b))
    throw new RequestError(401, 'unauthorized', 'The API key is missing or wrong.');
}

function readIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new RequestError(
    400,
    'idempotency_key_missing',
    'This call needs an Idempotency-Key of 1 to 255 ASCII characters.',
  );
}
