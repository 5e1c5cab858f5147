import { signWebhook } from '../webhooks/sign-webhook.ts';

/**
 * The headers of a webhook that the gateway signed just now.
 * @internal
 */
export function webhookHeaders(secret: string, body: string): Record<string, string> {
  return { 'content-type': 'application/json', 'sandbox-signature': signWebhook(secret, body, Date.now()) };
}
