import { Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerAddress } from './resolver/exchange.ts';

const TIMEOUT_MS = 1_000;
/** A copy may be a moment behind: a NOTIFY and a transfer take about a second. */
const PATIENCE_MS = 1_800;

/** The serial that a server answers with for a zone; null without an answer. */
async function serialAt({ address, port }: ServerAddress, zone: string): Promise<number | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  resolver.setServers([address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`]);
  return resolver.resolveSoa(zone).then(
    ({ serial }) => serial,
    () => null,
  );
}

/**
 * Whether all name servers answer for these zones with the same serials. Zones that differ are asked for once more after two seconds, as
 * a copy may be on its way. Never rejects; `detail` names a zone and what each server said.
 */
export async function compareSerials(
  servers: readonly ServerAddress[],
  zones: readonly string[],
  patienceMs = PATIENCE_MS,
): Promise<{ ok: boolean; detail: string }> {
  let different = await findDifferences(servers, zones);
  if (different.length > 0) {
    await pause(patienceMs);
    different = await findDifferences(
      servers,
      different.map(({ zone }) => zone),
    );
  }
  const [first] = different;
  if (first === undefined)
    return { ok: true, detail: `${servers.length} name servers agree about ${zones.length} zones` };
  const answers = servers.map(
    ({ address, port }, place) => `${address}:${port} ${first.serials[place] ?? 'no answer'}`,
  );
  return {
    ok: false,
    detail: `${different.length} of ${zones.length} zones differ; ${first.zone}: ${answers.join(', ')}`,
  };
}

async function findDifferences(servers: readonly ServerAddress[], zones: readonly string[]) {
  const asked = await Promise.all(
    zones.map(async (zone) => ({ zone, serials: await Promise.all(servers.map((server) => serialAt(server, zone))) })),
  );
  return asked.filter(({ serials }) => serials.includes(null) || new Set(serials).size > 1);
}
