import * as z from 'zod';
import { PaymentGatewayError } from './port.ts';

export interface SandboxConnection {
  findBaseUrl: () => Promise<string>;
  apiKey: string;
  timeoutMillis: number;
}

export interface SandboxCall {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  idempotencyKey?: string;
}

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * One call of the gateway's API, repeated once if the connection breaks: the gateway may be restarting, and the idempotency key
 * makes the second call harmless. A time-out isn't repeated, as the caller has waited long enough.
 */
export async function sandboxRequest<T>(
  connection: SandboxConnection,
  call: SandboxCall,
  schema: z.ZodType<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(connection.timeoutMillis);
  const response = await sendOnce(connection, call, signal).catch((error: unknown) => {
    if (isTimeout(error)) throw unavailable(error);
    return sendOnce(connection, call, signal).catch((again: unknown) => {
      throw unavailable(again);
    });
  });
  if (response.status >= 200 && response.status < 300) {
    const parsed = schema.safeParse(response.body);
    if (parsed.success) return parsed.data;
    throw new PaymentGatewayError('unavailable', 'bad_answer', "The gateway's answer can't be understood.");
  }
  const error = errorBody.safeParse(response.body).data?.error;
  const isDefinite = response.status >= 400 && response.status < 500 && response.status !== 429 && error;
  throw isDefinite
    ? new PaymentGatewayError('refused', error.code, error.message)
    : new PaymentGatewayError('unavailable', `status_${response.status}`, 'The gateway failed to answer.');
}

async function sendOnce(
  { findBaseUrl, apiKey }: SandboxConnection,
  { method, path, body, idempotencyKey }: SandboxCall,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const baseUrl = await orTimeout(findBaseUrl(), signal);
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal,
  });
  const text = await response.text();
  return { status: response.status, body: parseJson(text) };
}

/** Finding the gateway may mean starting it, which counts towards the call's time limit. */
function orTimeout<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

function unavailable(cause: unknown): PaymentGatewayError {
  return isTimeout(cause)
    ? new PaymentGatewayError('unavailable', 'timeout', 'The gateway did not answer in time.', { cause })
    : new PaymentGatewayError('unavailable', 'connection_failed', 'The gateway could not be reached.', { cause });
}
