import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { MailSourceError } from './port.ts';

/** All addresses of a name. */
export type LookUpAll = (host: string) => Promise<{ address: string }[]>;

const LOOK_UP_MILLIS = 5_000;

const systemLookUp: LookUpAll = (host) => lookup(host, { all: true });

/**
 * The address to connect to. If one of several may not be connected to, none is used: a name that leads to our own network as well was made
 * for that.
 */
export async function findSourceAddress(
  host: string,
  { mayConnect, lookUpAll = systemLookUp }: { mayConnect: (address: string) => boolean; lookUpAll?: LookUpAll },
): Promise<string> {
  const found = isIP(host) === 0 ? await withinTime(lookUpAll(host)) : [{ address: host }];
  const [first] = found;
  if (first === undefined) throw new MailSourceError('not_found', 'There is no such mail server.', { reason: 'NAME' });
  if (!found.every(({ address }) => mayConnect(address)))
    throw new MailSourceError('host_not_allowed', 'The name leads to an address outside the internet.', {
      reason: 'ADDRESS',
    });
  return first.address;
}

async function withinTime(looking: Promise<{ address: string }[]>): Promise<{ address: string }[]> {
  const { promise: late, resolve } = Promise.withResolvers<{ address: string }[]>();
  const timer = setTimeout(() => resolve([]), LOOK_UP_MILLIS);
  try {
    // The look-up of the operating system can't be stopped.
    return await Promise.race([looking.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
