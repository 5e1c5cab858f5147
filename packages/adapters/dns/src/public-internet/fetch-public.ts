import { request } from 'node:https';
import { guardedLookup, type Internet, isAddress } from './guarded-lookup.ts';

const TIMEOUT_MILLIS = 4_000;
const BYTES_MAXIMUM = 64 * 1024;

export type FetchOptions = Internet & { timeoutMillis?: number };

export type Fetched = { status: number; body: string };

/**
 * Fetches from an untrusted server over https, with limits: the address it connects to must be public, redirects aren't followed, 64 KiB
 * and 4 s at most. Null for any failure.
 */
export function fetchPublic(
  url: string,
  { timeoutMillis = TIMEOUT_MILLIS, ...internet }: FetchOptions = {},
): Promise<Fetched | null> {
  const { hostname, pathname } = new URL(url);
  if (isAddress(hostname)) return Promise.resolve(null);
  const { ca, port } = internet;
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMillis);
    const asking = request(
      {
        hostname,
        path: pathname,
        port: port ?? 443,
        lookup: guardedLookup(internet),
        signal,
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > BYTES_MAXIMUM) asking.destroy(new Error('Too long'));
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
        response.on('error', () => resolve(null));
      },
    );
    asking.on('error', () => resolve(null));
    asking.setHeader('Accept', 'application/json');
    asking.end();
  });
}
