import { lookup as lookUpAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How tests replace the internet; production sets none of these. */
export type Internet = {
  mayConnect?: (address: string) => boolean;
  ca?: string;
  lookup?: LookupFunction;
  port?: number;
};

/** Looks a name up, and gives only addresses that may be connected to: what is checked is what is connected to. */
export function guardedLookup({
  mayConnect = isPublicAddress,
  lookup: find = lookUpAddress,
}: Internet): LookupFunction {
  return (name, asked, done) =>
    find(name, { ...asked, all: true }, (error, found) => {
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => mayConnect(address));
      const [first] = addresses;
      if (error || first === undefined) return done(error ?? new Error('No public address'), '', 0);
      if (asked.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
}

/** An IP address isn't looked up, so a guarded lookup wouldn't see it. */
export const isAddress = (hostname: string): boolean => isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
