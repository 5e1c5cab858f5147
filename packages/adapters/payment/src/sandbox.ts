import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import {
  type CreatedIntent,
  type Listing,
  type Page,
  type PaymentGateway,
  PaymentGatewayError,
  type WebhookHeaders,
} from './port.ts';
import { sandboxRequest } from './sandbox-request.ts';
import { readSandboxWebhook } from './sandbox-webhook.ts';

export interface SandboxGatewayOptions {
  /** The gateway's base URL, without a slash at the end; a function if it may change (`ensureSandboxGateway`). */
  baseUrl: string | (() => Promise<string>);
  apiKey: string;
  webhookSecret: string;
  /** For one call, including its retry. */
  timeoutMillis?: number;
}

const createdIntent: z.ZodType<CreatedIntent> = z.object({ intentId: z.string(), clientSecret: z.string() });
const createdRefund = z.object({ refundId: z.string() });
const intent = z.object({
  intentId: z.string(),
  kind: z.enum(['payment', 'setup']),
  status: z.enum(['requires_confirmation', 'requires_action', 'processing', 'succeeded', 'failed', 'canceled']),
  amountMinor: z.number().int(),
  currency: z.string(),
  refundedMinor: z.number().int(),
  metadata: z.record(z.string(), z.string()),
  failure: z.object({ code: z.string(), declineCode: z.string().exactOptional(), message: z.string() }).exactOptional(),
  card: z
    .object({
      paymentMethodId: z.string(),
      brand: z.string(),
      lastFourDigits: z.string(),
      expMonth: z.number(),
      expYear: z.number(),
      funding: z.string(),
      walletType: z.null(),
      country: z.string().exactOptional(),
    })
    .exactOptional(),
});

const dispute = z.object({
  disputeId: z.string(),
  intentId: z.string(),
  status: z.enum(['inquiry', 'needs_response', 'under_review', 'won', 'lost']),
  reason: z.string(),
  amountMinor: z.number().int(),
  currency: z.string(),
  respondByEpochMillis: z.nullable(z.number().int()),
  movements: z.array(
    z.object({
      movementId: z.string(),
      amountMinor: z.number().int(),
      feeMinor: z.number().int(),
      feeCurrency: z.string(),
    }),
  ),
});

const moved = { amountMinor: z.number().int(), currency: z.string(), atEpochMillis: z.number().int() };
const charge = z.object({
  ...{ intentId: z.string(), refundedMinor: z.number().int(), metadata: z.record(z.string(), z.string()) },
  ...moved,
});
const refundState = {
  ...{ refundId: z.string(), intentId: z.string(), amountMinor: z.number().int(), currency: z.string() },
  ...{ isFailed: z.boolean(), failure: z.nullable(z.string()) },
};
const refund = z.object(refundState);
const refundEntry = z.object({ ...refundState, ...moved });

/** The built-in gateway, called over HTTP like any other. */
export function sandboxGateway({
  baseUrl,
  apiKey,
  webhookSecret,
  timeoutMillis = 10_000,
}: SandboxGatewayOptions): PaymentGateway {
  const findBaseUrl = typeof baseUrl === 'string' ? async () => baseUrl : baseUrl;
  const connection = { findBaseUrl, apiKey, timeoutMillis };

  function post<T>(path: string, schema: z.ZodType<T>, idempotencyKey: string, body: object): Promise<T> {
    return sandboxRequest(connection, { method: 'POST', path, body, idempotencyKey }, schema);
  }

  async function list<Entry>(path: string, entry: z.ZodType<Entry>, listing: Listing): Promise<Page<Entry>> {
    const { fromEpochMillis: from, toEpochMillis: to, cursor } = listing;
    const query = new URLSearchParams({ from: String(from), to: String(to), after: cursor ?? '0' });
    const schema = z.object({ entries: z.array(entry), nextAfter: z.nullable(z.number().int()) });
    const page = await sandboxRequest(connection, { method: 'GET', path: `${path}?${query}` }, schema);
    return { entries: page.entries, next: page.nextAfter === null ? null : String(page.nextAfter) };
  }

  const readIntent = (id: string) =>
    sandboxRequest(connection, { method: 'GET', path: `/v1/intents/${encodeURIComponent(id)}` }, intent);

  return {
    name: 'sandbox',
    createPaymentIntent: ({ idempotencyKey, ...body }) =>
      post('/v1/payment_intents', createdIntent, idempotencyKey, body),
    createSetupIntent: ({ idempotencyKey, ...body }) => post('/v1/setup_intents', createdIntent, idempotencyKey, body),
    refund: ({ idempotencyKey, ...body }) => post('/v1/refunds', createdRefund, idempotencyKey, body),
    // Its ledger knows every key, and repeats what it answered at first.
    chargeOffSession: async ({ idempotencyKey, isNewKey: _, ...body }) => {
      const first = await post('/v1/charges-off-session', intent, idempotencyKey, body);
      return first.status === 'processing' ? readIntent(first.intentId) : first;
    },
    removeCard: async (card) => {
      await post('/v1/cards/remove', z.unknown(), `remove-${randomUUID()}`, card);
    },
    removeCustomer: async (customerReference) => {
      await post('/v1/customers/remove', z.unknown(), `remove-${randomUUID()}`, { customerReference });
    },
    cancelIntent: async (id) => {
      try {
        return await post(`/v1/intents/${encodeURIComponent(id)}/cancel`, intent, `cancel-${randomUUID()}`, {});
      } catch (error) {
        const isOpen = error instanceof PaymentGatewayError && error.code === 'intent_processing';
        throw isOpen ? new PaymentGatewayError('unavailable', error.code, error.message, { cause: error }) : error;
      }
    },
    readIntent,
    readRefund: (id) =>
      sandboxRequest(connection, { method: 'GET', path: `/v1/refunds/${encodeURIComponent(id)}` }, refund),
    readDispute: (id) =>
      sandboxRequest(connection, { method: 'GET', path: `/v1/disputes/${encodeURIComponent(id)}` }, dispute),
    listCharges: (listing) => list('/v1/charges', charge, listing),
    listRefunds: (listing) => list('/v1/refunds', refundEntry, listing),
    verifyWebhook: (rawBody: Buffer | string, headers: WebhookHeaders, nowEpochMillis: number) =>
      readSandboxWebhook(webhookSecret, rawBody, headers, nowEpochMillis),
    async check() {
      try {
        await sandboxRequest(connection, { method: 'GET', path: '/v1/ledger?limit=1' }, z.unknown());
        return { ok: true, detail: 'The sandbox gateway answers.' };
      } catch (error) {
        const code = error instanceof PaymentGatewayError ? error.code : 'unexpected_error';
        return { ok: false, detail: `The sandbox gateway can't be used (${code}).` };
      }
    },
  };
}
