import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDns } from '@postern/adapter-dns/embedded';
import type { DnsZones } from '@postern/adapter-dns/port';
import { startTopServers } from '@postern/adapter-dns/testing/start-top-servers';

const TOP = '127.0.1.1';
const OTHERS = '127.0.1.3';

/** The DNS outside the panel: who a domain is delegated to, and a name server that isn't ours. */
export type TestInternet = {
  /** Delegates a domain to our name server, to the other one, or to nobody that answers. */
  delegate: (domain: string, to: 'us' | 'others' | 'silence') => void;
  /** The other name server's zones. */
  zones: DnsZones;
  stop: () => Promise<void>;
};

/** Starts it on the port of our own name server, which is on 127.0.0.1. */
export async function startTestInternet(port: number) {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-internet-'));
  const identity = { nameServers: ['ns1.others.test', 'ns2.others.test'], contact: 'hostmaster.others.test' };
  const top = await startTopServers(TOP, port);
  const { zones } = await startEmbeddedDns({ dir, host: OTHERS, port, identity });
  const addresses = { us: '127.0.0.1', others: OTHERS, silence: '127.0.1.9' };
  return {
    delegate: (domain: string, to: keyof typeof addresses) => void top.delegations.set(domain, addresses[to]),
    zones,
    servers: [{ address: TOP, port }],
    reach: { delegatedPort: port, mayAsk: () => true },
    stop: async () => {
      await Promise.all([top.close(), zones.close()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
