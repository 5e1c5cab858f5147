import { getServers } from 'node:dns';
import type { ServerAddress } from './exchange.ts';

const DNS_PORT = 53;

/** The resolvers that this machine is configured with. `node:dns` writes `192.0.2.53`, or `[2001:db8::53]:5353` for another port than 53. */
export function systemServers(): ServerAddress[] {
  return getServers().map((server) => {
    const [, inBrackets, plain, port] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(server) ?? [];
    return { address: inBrackets ?? plain ?? server, port: Number(port ?? DNS_PORT) };
  });
}
