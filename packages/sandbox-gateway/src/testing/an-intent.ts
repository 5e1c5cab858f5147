import { randomUUID } from 'node:crypto';
import type { GatewayProcess } from './gateway-process.ts';

/**
 * A new payment intent at the gateway.
 * @internal
 */
export async function aPaymentIntent(
  gateway: Pick<GatewayProcess, 'call'>,
  over: { amountMinor?: number; currency?: string; saveCard?: boolean; customerReference?: string } = {},
): Promise<{ intentId: string; clientSecret: string }> {
  const body = {
    amountMinor: 1_200,
    currency: 'USD',
    description: 'Email for bluebottle.test',
    metadata: {},
    saveCard: false,
    customerReference: 'customer-1',
    ...over,
  };
  return (await gateway.call('POST', '/v1/payment_intents', body, randomUUID())).body;
}

/**
 * A new intent to save a card.
 * @internal
 */
export async function aSetupIntent(
  gateway: Pick<GatewayProcess, 'call'>,
): Promise<{ intentId: string; clientSecret: string }> {
  const body = { metadata: {}, customerReference: 'customer-1' };
  return (await gateway.call('POST', '/v1/setup_intents', body, randomUUID())).body;
}
