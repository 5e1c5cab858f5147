import Stripe from 'stripe';
import { PaymentGatewayError } from './port.ts';

const { errors } = Stripe;

/**
 * Runs calls of Stripe's SDK within one time limit, and throws nothing but {@link PaymentGatewayError}. After the time limit the SDK may
 * still repeat a call; its idempotency key makes that harmless.
 */
export async function callStripe<T>(timeoutMillis: number, ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut()), timeoutMillis);
  });
  try {
    return await Promise.race([ask(), tooLate]);
  } catch (error) {
    throw toGatewayError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Stripe's answer isn't what its documentation says: a proxy's page, or an unknown status. The outcome is unknown. */
export function badAnswer(): PaymentGatewayError {
  return new PaymentGatewayError('unavailable', 'bad_answer', "Stripe's answer can't be understood.");
}

/** Only what Stripe itself rejected is refused; anything else may have happened or not. */
function toGatewayError(error: unknown): PaymentGatewayError {
  if (error instanceof PaymentGatewayError) return error;
  const refused = (code: string, message: string) =>
    new PaymentGatewayError('refused', code, message, { cause: error });
  const unavailable = (code: string, message: string) =>
    new PaymentGatewayError('unavailable', code, message, { cause: error });
  if (error instanceof errors.StripeConnectionError) {
    return isTimeout(error) ? timedOut(error) : unavailable('connection_failed', 'Stripe could not be reached.');
  }
  if (error instanceof errors.StripeRateLimitError) return unavailable('rate_limit', 'Stripe asks for fewer calls.');
  if (error instanceof errors.StripeIdempotencyError) {
    return refused('idempotency_key_reused', 'This idempotency key was used for another request.');
  }
  // Not Stripe's own message, which quotes parts of the key.
  if (error instanceof errors.StripeAuthenticationError)
    return refused('unauthorized', 'Stripe rejects the secret key.');
  if (error instanceof errors.StripePermissionError) return refused('forbidden', "The secret key doesn't allow this.");
  if (error instanceof errors.StripeInvalidRequestError) return refused(error.code ?? 'invalid_request', error.message);
  if (error instanceof errors.StripeCardError) return refused(error.code ?? 'card_declined', error.message);
  if (error instanceof errors.StripeError && error.statusCode !== undefined) {
    return unavailable(error.code ?? `status_${error.statusCode}`, 'Stripe failed to answer.');
  }
  return unavailable('bad_answer', "Stripe's answer can't be understood.");
}

function isTimeout(error: Stripe.errors.StripeError): boolean {
  return error.detail instanceof Error && 'code' in error.detail && error.detail.code === 'ETIMEDOUT';
}

function timedOut(cause?: unknown): PaymentGatewayError {
  return new PaymentGatewayError('unavailable', 'timeout', 'Stripe did not answer in time.', { cause });
}

/** Whether Stripe refused because the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing';
}
