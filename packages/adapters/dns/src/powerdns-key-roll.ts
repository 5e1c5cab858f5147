import { dsState } from '@postern/domain/dns';
import { DnsZonesError, type KeyRollStep } from './port.ts';
import type { PowerDnsClient, ZoneKey } from './powerdns-client.ts';

/** When the zone got its new key. */
const STARTED = 'X-POSTERN-ROLL-STARTED';
/** When no DS record of the former key was at the parent any longer. */
const SWITCHED = 'X-POSTERN-ROLL-SWITCHED';

const HOUR_MS = 60 * 60 * 1000;
/** Until then every resolver has seen the new key: our TTL of an hour, and as much for servers that copy the zone. */
const KEY_SPREADS_MS = 2 * HOUR_MS;
/** Until then no resolver remembers the former DS record. Parents let them be kept for a day at most. */
const DS_EXPIRES_MS = 48 * HOUR_MS;

/**
 * Changes a zone's key, one safe step at a time: the new key signs next to the former one, then the owner replaces the DS record, then the
 * former key goes. Both keys sign everything in between, so each resolver finds a signature for the DS record that it knows. RFC 6781
 * §4.1.2 (double signature).
 */
export async function rollKey(
  client: PowerDnsClient,
  zoneName: string,
  { parent, now }: { parent: string[] | null; now: Date },
): Promise<KeyRollStep> {
  const keys = await client.listKeys(zoneName);
  const wanted = keys.at(-1);
  if (wanted === undefined) throw new DnsZonesError('refused', `${zoneName} is not signed`);
  const former = keys.slice(0, -1);
  if (former.length === 0) return start(client, zoneName, now);
  const started = await timeOf(client, zoneName, STARTED, now);
  const isSpread = new Date(started.getTime() + KEY_SPREADS_MS);
  if (now < isSpread) return { state: 'spreading', until: isSpread, isKeyChanged: false };
  const state = dsState({ wanted: wanted.ds, keys: keys.flatMap(({ ds }) => ds) }, parent);
  // Without a DS record nobody relies on the former key, either.
  if (state !== 'ours' && state !== 'none') {
    await client.setNote(zoneName, SWITCHED, null);
    return { state: 'at-registrar', until: null, isKeyChanged: false };
  }
  const switched = await timeOf(client, zoneName, SWITCHED, now);
  const isForgotten = new Date(switched.getTime() + DS_EXPIRES_MS);
  if (now < isForgotten) return { state: 'expiring', until: isForgotten, isKeyChanged: false };
  for (const { id } of former) await client.deleteKey(zoneName, id);
  for (const kind of [STARTED, SWITCHED]) await client.setNote(zoneName, kind, null);
  return { state: 'finished', until: null, isKeyChanged: true };
}

async function start(client: PowerDnsClient, zoneName: string, now: Date): Promise<KeyRollStep> {
  // Before the key, so that no crash leaves a new key whose age nobody knows.
  await client.setNote(zoneName, SWITCHED, null);
  await client.setNote(zoneName, STARTED, String(now.getTime()));
  await client.addKey(zoneName);
  return { state: 'started', until: new Date(now.getTime() + KEY_SPREADS_MS), isKeyChanged: true };
}

/** A time that is noted at the zone; if there is none, it is now, and noted. */
async function timeOf(client: PowerDnsClient, zoneName: string, kind: string, now: Date): Promise<Date> {
  const noted = await client.readNote(zoneName, kind);
  if (noted !== null) return new Date(Number(noted));
  await client.setNote(zoneName, kind, String(now.getTime()));
  return now;
}

/** What the parent should have: the newest key's DS record (SHA-256), once resolvers know that key. */
export async function readZoneDs(
  client: PowerDnsClient,
  zoneName: string,
): Promise<{ wanted: string[]; keys: string[] }> {
  const keys = await client.listKeys(zoneName);
  const all = keys.flatMap(({ ds }) => ds);
  const noted = keys.length < 2 ? null : await client.readNote(zoneName, STARTED);
  const isSpreading = noted !== null && Date.now() < Number(noted) + KEY_SPREADS_MS;
  const key: ZoneKey | undefined = isSpreading ? keys[0] : keys.at(-1);
  return { wanted: (key?.ds ?? []).filter((ds) => ds.split(' ')[2] === '2'), keys: all };
}
