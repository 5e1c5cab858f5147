import { lookup as lookUpAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MILLIS = 4_000;
const BYTES_MAXIMUM = 64 * 1024;

/** How tests replace the internet; production sets none of these. */
export type FetchOptions = {
  mayConnect?: (address: string) => boolean;
  ca?: string;
  lookup?: LookupFunction;
  port?: number;
  timeoutMillis?: number;
};

export type Fetched = { status: number; body: string };

/**
 * Fetches from an untrusted server over https, with limits: the address it connects to must be public, redirects aren't followed, 64 KiB
 * and 4 s at most. Null for any failure.
 */
export function fetchPublic(
  url: string,
  { mayConnect = isPublicAddress, ca, port, timeoutMillis = TIMEOUT_MILLIS, ...options }: FetchOptions = {},
): Promise<Fetched | null> {
  const { hostname, pathname } = new URL(url);
  // An IP address isn't looked up, so the check below wouldn't see it.
  if (isIP(hostname.replace(/[[\]]/g, '')) !== 0) return Promise.resolve(null);
  const find = options.lookup ?? lookUpAddress;
  const lookup: LookupFunction = (name, asked, done) =>
    find(name, { ...asked, all: true }, (error, found) => {
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => mayConnect(address));
      const [first] = addresses;
      if (error || first === undefined) return done(error ?? new Error('No public address'), '', 0);
      if (asked.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMillis);
    const asking = request(
      {
        hostname,
        path: pathname,
        port: port ?? 443,
        lookup,
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
