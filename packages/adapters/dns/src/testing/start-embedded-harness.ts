import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness } from '../conformance.ts';
import { startEmbeddedDns } from '../embedded.ts';

export const IDENTITY = { nameServers: ['ns1.postern.test', 'ns2.postern.test'], contact: 'hostmaster.postern.test' };

/** An embedded name server with its own folder. `host` is any loopback address. */
export async function startEmbeddedHarness(
  options: { host?: string; port?: number } = {},
): Promise<Harness & { dir: string }> {
  const { host = '127.0.0.1', port = 0 } = options;
  const dir = await mkdtemp(join(tmpdir(), 'postern-dns-'));
  const { zones, port: taken } = await startEmbeddedDns({ dir, host, port, identity: IDENTITY });
  return {
    zones,
    host,
    port: taken,
    dir,
    async stop() {
      await zones.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
