import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { GatewayEvent, WebhookHeaders } from './port.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** How far the time in a signature may be from the receiver's clock, in either direction. */
const TOLERANCE_SECONDS = 300;

const webhookBody = z.object({
  id: z.string().min(1),
  type: z.enum([
    ...['intent.succeeded', 'intent.failed', 'intent.requires_action', 'intent.canceled', 'refund.created'],
    ...['refund.changed', 'dispute.changed'],
  ] as GatewayEvent['type'][]),
  created: z.number().int(),
  data: z.object({
    intentId: z.string().min(1),
    disputeId: z.string().min(1).exactOptional(),
    refundId: z.string().min(1).exactOptional(),
  }),
});

/** The event in a request of the sandbox gateway; null if it is none, isn't signed with our secret or is too old. */
export function readSandboxWebhook(
  secret: string,
  rawBody: Buffer | string,
  headers: WebhookHeaders,
  nowEpochMillis: number,
): GatewayEvent | null {
  const signature = headers['sandbox-signature'];
  if (typeof signature !== 'string' || Buffer.byteLength(rawBody) > MAX_BODY_BYTES) return null;
  if (!isSignatureValid(secret, rawBody, signature, nowEpochMillis)) return null;
  try {
    const { id, type, created, data } = webhookBody.parse(JSON.parse(rawBody.toString()));
    return { eventId: id, type, ...data, createdEpochMillis: created };
  } catch {
    return null;
  }
}

/** Stripe's scheme: `t=<epoch seconds>,v1=<hex HMAC-SHA256 of "t.body">`; valid if one `v1` is right and the time is within the tolerance. */
function isSignatureValid(secret: string, body: string | Buffer, header: string, nowEpochMillis: number): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  const seconds = Number(time);
  if (Math.abs(nowEpochMillis / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  // A sender signs with the old and the new secret while the secret is being changed, so there may be several v1 parts.
  return parts.some((part) => {
    if (!part.startsWith('v1=')) return false;
    const given = Buffer.from(part.slice(3), 'hex');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
