import { lookup as lookUpAddress } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MILLIS = 4_000;
const BYTES_MAXIMUM = 64 * 1024;

/** What a test puts in the place of the internet; a server that runs has none of it. */
export type FetchOptions = {
  mayConnect?: (address: string) => boolean;
  ca?: string;
  lookup?: LookupFunction;
  port?: number;
  timeoutMillis?: number;
};

export type Fetched = { status: number; body: string };

/**
 * Reads what a stranger's server says over https: from public addresses only, as they are when the connection is made; no redirect is
 * followed, no more is read than a little, and no longer waited than a moment. Null for whatever goes wrong.
 */
export function fetchPublic(
  url: string,
  { mayConnect = isPublicAddress, ca, port, timeoutMillis = TIMEOUT_MILLIS, ...options }: FetchOptions = {},
): Promise<Fetched | null> {
  const { hostname, pathname } = new URL(url);
  // An address is not looked up, so it would meet no guard.
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
