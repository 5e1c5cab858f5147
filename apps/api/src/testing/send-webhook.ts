import { webhookHeaders } from '@postern/sandbox-gateway/testing/webhook-headers';
import type { TestApp } from './start-test-app.ts';

/** A webhook as the gateway sends it, from outside over HTTP; the status it was answered with. */
export async function sendWebhook(
  app: Pick<TestApp, 'baseUrl' | 'gateway'>,
  event: { id: string; type: string; intentId: string },
  secret = app.gateway.webhookSecret,
): Promise<number> {
  const body = JSON.stringify({
    id: event.id,
    type: event.type,
    created: Date.now(),
    data: { intentId: event.intentId },
  });
  const response = await fetch(`${app.baseUrl}/webhooks/sandbox`, {
    method: 'POST',
    headers: webhookHeaders(secret, body),
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
