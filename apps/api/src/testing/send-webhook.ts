import { webhookHeaders } from '@postern/sandbox-gateway/testing/webhook-headers';
import type { TestApp } from './start-test-app.ts';

/** Sends a webhook over HTTP as the gateway does, and returns the status of the answer. */
export async function sendWebhook(
  app: Pick<TestApp, 'baseUrl' | 'gateway'>,
  event: { id: string; type: string; intentId: string; disputeId?: string; refundId?: string },
  secret = app.gateway.webhookSecret,
): Promise<number> {
  const { intentId, disputeId, refundId } = event;
  const body = JSON.stringify({
    id: event.id,
    type: event.type,
    created: Date.now(),
    data: { intentId, disputeId, refundId },
  });
  const response = await fetch(`${app.baseUrl}/webhooks/sandbox`, {
    method: 'POST',
    headers: webhookHeaders(secret, body),
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
