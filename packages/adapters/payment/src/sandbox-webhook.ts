import * as z from 'zod';
import type { GatewayEvent, WebhookHeaders } from './port.ts';
import { isWebhookSignatureValid } from './webhook-signature.ts';

const MAX_BODY_BYTES = 64 * 1024;

const webhookBody = z.object({
  id: z.string().min(1),
  type: z.enum(['intent.succeeded', 'intent.failed', 'intent.requires_action', 'intent.canceled', 'refund.created']),
  created: z.number().int(),
  data: z.object({ intentId: z.string().min(1) }),
});

/** The event in a request of the sandbox gateway; null when it isn't one, isn't signed with our secret or is too old. */
export function readSandboxWebhook(
  secret: string,
  rawBody: Buffer | string,
  headers: WebhookHeaders,
  nowEpochMillis: number,
): GatewayEvent | null {
  const signature = headers['sandbox-signature'];
  if (typeof signature !== 'string' || Buffer.byteLength(rawBody) > MAX_BODY_BYTES) return null;
  if (!isWebhookSignatureValid(secret, rawBody, signature, nowEpochMillis)) return null;
  try {
    const { id, type, created, data } = webhookBody.parse(JSON.parse(rawBody.toString()));
    return { eventId: id, type, intentId: data.intentId, createdEpochMillis: created };
  } catch {
    return null;
  }
}
