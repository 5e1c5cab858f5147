import Stripe from 'stripe';
import { type CreatedIntent, type PaymentGateway, PaymentGatewayError } from './port.ts';
import { toStripeAmount } from './stripe-amount.ts';
import { removeStripeCard } from './stripe-card.ts';
import { cancelStripeIntent } from './stripe-cancel.ts';
import { findOrCreateStripeCustomer, removeStripeCustomer } from './stripe-customer.ts';
import { callStripe, badAnswer } from './stripe-error.ts';
import { readStripeIntent } from './stripe-intent.ts';
import { readStripeDispute } from './stripe-dispute.ts';
import { listStripeCharges, listStripeRefunds } from './stripe-list.ts';
import { chargeOffSession } from './stripe-off-session.ts';
import { readStripeRefund, refundAtStripe } from './stripe-refund.ts';
import { readStripeWebhook } from './stripe-webhook.ts';

/** The version of Stripe's API that this adapter was written for. The compiler refuses an SDK that speaks another one. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Retries by the SDK: after a broken connection, a conflict of two calls with one key, or a status of 500 and above. */
const MAX_REPETITIONS = 2;

export interface StripeGatewayOptions {
  /** `sk_…` or `rk_…`. A restricted key must write customers, payment intents, setup intents, refunds and payment methods, and read charges and disputes. */
  secretKey: string;
  /** `whsec_…` of the endpoint that was registered for /webhooks/stripe. */
  webhookSecret: string;
  /** For one call of the gateway, including all its calls to Stripe and their retries. */
  timeoutMillis?: number;
  /** The address of Stripe's API; the real one by default. */
  host?: string;
  port?: number;
  protocol?: 'http' | 'https';
}

/** The payment port on Stripe's SDK. */
export function stripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const { secretKey, webhookSecret, timeoutMillis = 20_000, ...address } = options;
  const stripe = new Stripe(secretKey, {
    ...address,
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: MAX_REPETITIONS,
    timeout: timeoutMillis,
    telemetry: false,
  });
  const ask = <T>(work: () => Promise<T>): Promise<T> => callStripe(timeoutMillis, work);

  return {
    name: 'stripe',
    createPaymentIntent: ({
      idempotencyKey,
      amountMinor,
      currency,
      description,
      metadata,
      saveCard,
      customerReference,
    }) =>
      ask(async () => {
        const money = toStripeAmount(amountMinor, currency);
        const customer = await findOrCreateStripeCustomer(stripe, customerReference);
        const intent = await stripe.paymentIntents.create(
          {
            ...money,
            customer,
            description,
            metadata,
            automatic_payment_methods: { enabled: true },
            ...(saveCard && { setup_future_usage: 'off_session' }),
          },
          { idempotencyKey },
        );
        return createdIntent(intent);
      }),
    createSetupIntent: ({ idempotencyKey, metadata, customerReference }) =>
      ask(async () => {
        const customer = await findOrCreateStripeCustomer(stripe, customerReference);
        const intent = await stripe.setupIntents.create(
          { customer, metadata, automatic_payment_methods: { enabled: true }, usage: 'off_session' },
          { idempotencyKey },
        );
        return createdIntent(intent);
      }),
    readIntent: (intentId) => ask(() => readStripeIntent(stripe, intentId)),
    cancelIntent: (intentId) => ask(() => cancelStripeIntent(stripe, intentId)),
    chargeOffSession: (charge) => ask(() => chargeOffSession(stripe, charge)),
    removeCard: (card) => ask(() => removeStripeCard(stripe, card)),
    removeCustomer: (customerReference) => ask(() => removeStripeCustomer(stripe, customerReference)),
    refund: (refund) => ask(() => refundAtStripe(stripe, refund)),
    readRefund: (refundId) => ask(() => readStripeRefund(stripe, refundId)),
    readDispute: (disputeId) => ask(() => readStripeDispute(stripe, disputeId)),
    listCharges: (listing) => ask(() => listStripeCharges(stripe, listing)),
    listRefunds: (listing) => ask(() => listStripeRefunds(stripe, listing)),
    verifyWebhook: (rawBody, headers, nowEpochMillis) =>
      readStripeWebhook(stripe, webhookSecret, rawBody, headers, nowEpochMillis),
    async check() {
      try {
        await ask(() => stripe.paymentIntents.list({ limit: 1 }));
        return { ok: true, detail: secretKey.includes('_test_') ? 'Stripe answers, in test mode.' : 'Stripe answers.' };
      } catch (error) {
        const code = error instanceof PaymentGatewayError ? error.code : 'unexpected_error';
        return { ok: false, detail: `Stripe can't be used (${code}).` };
      }
    },
  };
}

function createdIntent({
  id,
  client_secret: clientSecret,
}: {
  id: string;
  client_secret: string | null;
}): CreatedIntent {
  if (typeof id !== 'string' || typeof clientSecret !== 'string') throw badAnswer();
  return { intentId: id, clientSecret };
}
