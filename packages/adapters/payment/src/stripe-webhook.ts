import type Stripe from 'stripe';
import * as z from 'zod';
import type { GatewayEvent, WebhookHeaders } from './port.ts';

/** How far the time in a signature may be from the receiver's clock, in seconds. */
const TOLERANCE_SECONDS = 300;

/** The events that the panel listens to; `idOf` finds the intent's id in the event's object. */
const EVENT_TYPES: ReadonlyMap<string, { type: GatewayEvent['type']; idOf: 'id' | 'payment_intent' }> = new Map([
  ['payment_intent.succeeded', { type: 'intent.succeeded', idOf: 'id' }],
  ['payment_intent.payment_failed', { type: 'intent.failed', idOf: 'id' }],
  ['payment_intent.requires_action', { type: 'intent.requires_action', idOf: 'id' }],
  ['payment_intent.canceled', { type: 'intent.canceled', idOf: 'id' }],
  ['setup_intent.succeeded', { type: 'intent.succeeded', idOf: 'id' }],
  ['setup_intent.setup_failed', { type: 'intent.failed', idOf: 'id' }],
  ['setup_intent.requires_action', { type: 'intent.requires_action', idOf: 'id' }],
  ['setup_intent.canceled', { type: 'intent.canceled', idOf: 'id' }],
  // Stripe sends both for one refund; each makes us read the same intent.
  ['charge.refunded', { type: 'refund.created', idOf: 'payment_intent' }],
  ['refund.created', { type: 'refund.created', idOf: 'payment_intent' }],
  // A bank may refuse a refund weeks after Stripe has called it succeeded.
  ['refund.updated', { type: 'refund.changed', idOf: 'payment_intent' }],
  ['refund.failed', { type: 'refund.changed', idOf: 'payment_intent' }],
  ['charge.refund.updated', { type: 'refund.changed', idOf: 'payment_intent' }],
  ['charge.dispute.created', { type: 'dispute.changed', idOf: 'payment_intent' }],
  ['charge.dispute.updated', { type: 'dispute.changed', idOf: 'payment_intent' }],
  ['charge.dispute.funds_withdrawn', { type: 'dispute.changed', idOf: 'payment_intent' }],
  ['charge.dispute.funds_reinstated', { type: 'dispute.changed', idOf: 'payment_intent' }],
  ['charge.dispute.closed', { type: 'dispute.changed', idOf: 'payment_intent' }],
]);

const eventBody = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: z.number().int(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

const expanded = z.object({ id: z.string() });

/** The event in a request from Stripe; 'ignored' if it doesn't concern the panel, null if it isn't from Stripe, too old or malformed. */
export function readStripeWebhook(
  { webhooks }: Stripe,
  secret: string,
  rawBody: Buffer | string,
  headers: WebhookHeaders,
  nowEpochMillis: number,
): GatewayEvent | 'ignored' | null {
  const signature = headers['stripe-signature'];
  if (typeof signature !== 'string' || isFromTheFuture(signature, nowEpochMillis)) return null;
  let body: z.infer<typeof eventBody>;
  try {
    const signed = webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_SECONDS, undefined, nowEpochMillis);
    body = eventBody.parse(signed);
  } catch {
    return null;
  }
  const known = EVENT_TYPES.get(body.type);
  const intentId = known && intentIdOf(body.data.object[known.idOf]);
  // A refund or a dispute of a charge without an intent isn't ours.
  if (!known || intentId === undefined) return 'ignored';
  const event = { eventId: body.id, type: known.type, intentId, createdEpochMillis: body.created * 1000 };
  const { id } = body.data.object;
  if (known.type === 'dispute.changed') return typeof id === 'string' ? { ...event, disputeId: id } : 'ignored';
  if (known.type === 'refund.changed') return typeof id === 'string' ? { ...event, refundId: id } : 'ignored';
  return event;
}

/** Whether a signature's time is too far in the future. The SDK only checks that it isn't too old. */
function isFromTheFuture(signature: string, nowEpochMillis: number): boolean {
  return signature.split(',').some((part) => {
    const [name, value] = part.split('=');
    return name === 't' && !(Number(value) <= nowEpochMillis / 1000 + TOLERANCE_SECONDS);
  });
}

function intentIdOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? reference : expanded.safeParse(reference).data?.id;
}
