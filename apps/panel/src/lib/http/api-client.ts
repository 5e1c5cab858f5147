import type { ErrorCode } from '@postern/contract/errors';
import { type InputOf, type Operation, type OutputOf, placeInput } from '@postern/contract/operation';
import { currentLocale } from '../i18n/texts.ts';
import { askForPassword } from '../session/password-question.ts';
import { readSession } from '../session/session-store.ts';
import { readStaffToken } from '../session/staff-session.ts';
import { readItem } from '../store/storage.ts';
import { ApiError, hasCode } from './api-error.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { randomId } from './random-id.ts';
import { describeClient } from './user-agent.ts';

const CALL_TIMEOUT_MS = 30_000;

export type CallOptions = {
  /** The purchase token, or a token to try; else the session's. */
  token?: string;
  /** One per submit, kept for its retries. If left out, every call gets its own. */
  idempotencyKey?: string;
  /** The token of a mailed link that is about one import. It is used instead of the session, not with it. ADR 9. */
  importToken?: string;
  signal?: AbortSignal;
};

/** What the built panel has of an operation (build/answers-only-plugin.ts). */
type Called = Pick<Operation, 'id' | 'method' | 'path' | 'access' | 'output'>;

let onUnauthenticated: (access: Operation['access']) => void = () => {};
/** Sets what happens on a 401 of any call (Spec 1 §7); called once when the panel starts. */
export const handleUnauthenticated = (handler: (access: Operation['access']) => void): void => {
  onUnauthenticated = handler;
};

/**
 * Calls the panel API. Only this creates an ApiError, and only this reacts to a 401. If the server wants the password first, it asks for it
 * and repeats the call. ADR 75.
 */
export async function call<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<OutputOf<O>> {
  try {
    return await callOnce(operation, input, options);
  } catch (error) {
    const isAsked = hasCode(error, 'PASSWORD_NEEDED') && (await askForPassword(error.attrs['hasPassword'] !== false));
    if (!isAsked) throw error;
    return callOnce(operation, input, options);
  }
}

async function callOnce<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions,
): Promise<OutputOf<O>> {
  const response = await send(operation, input as Record<string, unknown>, options);
  const body: unknown = await readBody(response);
  if (!response.ok) throw refuse(operation, response, body, options);
  const parsed = operation.output.safeParse(body);
  if (!parsed.success) throw new ApiError('unreadable', { status: response.status }, parsed.error);
  return parsed.data as OutputOf<O>;
}

async function send(operation: Called, input: Record<string, unknown>, options: CallOptions): Promise<Response> {
  const { path, rest } = placeInput(operation.path, input);
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const body = operation.method === 'POST' ? { body: JSON.stringify(rest) } : {};
  const headers = headersOf(operation, options);
  const url = urlOf(operation, path, rest, options);
  const token = headers['Authorization']?.replace('Bearer ', '') ?? null;
  const early = await takeEarlyAnswer({ method: operation.method, ...body }, url, token);
  if (early) return early;
  try {
    return await fetch(url, {
      method: operation.method,
      headers,
      signal,
      ...body,
    });
  } catch (cause) {
    // The person left the screen: not a failure, and the query library knows an AbortError.
    if (options.signal?.aborted) throw cause;
    console.warn('no answer from the server', operation.id, cause);
    throw new ApiError(timeout.aborted ? 'timeout' : 'network', {}, cause);
  }
}

export function urlOf(
  { access, method }: Pick<Called, 'access' | 'method'>,
  path: string,
  input: Record<string, unknown>,
  { importToken }: CallOptions = {},
): string {
  const query = new URLSearchParams();
  const { bundleId } = readSession();
  if (access === 'session' && bundleId && importToken === undefined) query.set('bundleId', bundleId);
  if (method !== 'POST') {
    for (const [name, value] of Object.entries(input as Record<string, string | number | boolean | undefined>))
      if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return `${baseUrl()}${path}${text ? `?${text}` : ''}`;
}

const baseUrl = (): string => (import.meta.env.DEV ? (readItem('local', 'postern.baseUrl') ?? '') : '');

export function headersOf(
  { access, method }: Pick<Called, 'access' | 'method'>,
  options: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Auth': 'controlPanel',
    'X-User-Agent': describeClient(navigator.userAgent, currentLocale()),
  };
  const token = options.token ?? (access === 'staff' ? readStaffToken() : readSession().authToken);
  if (options.importToken !== undefined) headers['Authorization'] = `Import ${options.importToken}`;
  else if (token && access !== 'open') headers['Authorization'] = `Bearer ${token}`;
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  if (method !== 'GET') headers['Idempotency-Key'] = options.idempotencyKey ?? randomId();
  return headers;
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (response.ok) throw new ApiError('unreadable', { status: response.status }, cause);
    return null;
  }
}

/** The error for an answer that isn't a success; a 401 that is about the session ends it. */
export function refuse(
  operation: Pick<Called, 'access'>,
  response: Response,
  body: unknown,
  { importToken }: CallOptions = {},
): ApiError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const isOurs = response.headers.get('Content-Type')?.startsWith('application/problem+json');
  // A newer server may send a code that this panel doesn't know. It is still a refusal, without a text of its own.
  const code = isOurs && typeof problem['code'] === 'string' ? (problem['code'] as ErrorCode) : undefined;
  const wait = Number(response.headers.get('Retry-After'));
  // Another mail server's password was wrong, or a mailed link is used: neither is about the session.
  const isAboutSession = code !== 'IMAP_AUTH_FAILED' && importToken === undefined;
  if (response.status === 401 && operation.access !== 'open' && isAboutSession) onUnauthenticated(operation.access);
  return new ApiError(code ? 'refused' : 'unreadable', {
    status: response.status,
    ...(code ? { code } : {}),
    desc: typeof problem['desc'] === 'string' ? problem['desc'] : '',
    attrs: (problem['attrs'] ?? {}) as Record<string, unknown>,
    ...(wait > 0 ? { retryAfterSeconds: wait } : {}),
  });
}
