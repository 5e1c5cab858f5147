import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Post, PostFailure } from '../post-port.ts';
import { guardedLookup, type Internet, isAddress } from './guarded-lookup.ts';

const TIMEOUT_MILLIS = 10_000;

/**
 * Posts to someone else's server, once. Redirects aren't followed, and what the server says isn't read: its status is the answer.
 * A guarded call connects to public addresses by https only.
 */
export const poster =
  ({ timeoutMillis = TIMEOUT_MILLIS, ...internet }: Internet & { timeoutMillis?: number } = {}): Post =>
  (url, { body, headers }, isGuarded) => {
    const { protocol, hostname, port, pathname, search } = new URL(url);
    if (isGuarded && (protocol !== 'https:' || isAddress(hostname)))
      return Promise.resolve({ ok: false, reason: 'not a public address' });
    return new Promise((resolve) => {
      const send = protocol === 'https:' ? request : process.getBuiltinModule('node:http').request;
      const asking = send(
        {
          ...{ method: 'POST', path: `${pathname}${search}`, agent: false, signal: AbortSignal.timeout(timeoutMillis) },
          hostname: hostname.replaceAll(/[[\]]/g, ''),
          port: internet.port ?? (port === '' ? undefined : Number(port)),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          ...(isGuarded ? { lookup: guardedLookup(internet) } : {}),
          ...(internet.ca === undefined ? {} : { ca: internet.ca }),
        },
        (response: IncomingMessage) => {
          response.destroy();
          resolve({ ok: true, status: response.statusCode ?? 0 });
        },
      );
      asking.on('error', (error) => resolve({ ok: false, reason: reasonOf(error) }));
      asking.end(body);
    });
  };

function reasonOf(error: Error & { code?: string }): PostFailure {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  if (error.message === 'No public address') return 'not a public address';
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return 'name not found';
  return /CERT|SIGNED|ALTNAME/.test(error.code ?? '') ? 'bad certificate' : 'no connection';
}
