import packet from 'dns-packet';
import type { DnsRecord, RecordType } from '@postern/domain/dns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Harness } from '../conformance.ts';
import type { DnsResolver } from '../port.ts';
import { startDnsServer, type DnsServer } from '../server/dns-server.ts';
import { startEmbeddedHarness } from '../testing/start-embedded-harness.ts';
import { startTopServers, type TopServers } from '../testing/start-top-servers.ts';
import { cachedResolver } from './cached-resolver.ts';
import { createResolver } from './resolver.ts';
import { createSourceResolver } from './source-resolver.ts';

const set = (type: RecordType, host: string, ...values: string[]): DnsRecord => {
  return { type, host, ttlSeconds: 600, values };
};

/** Our own name server, someone else's, one that only repeats what it heard, and that of all top-level domains; on one port. */
let ours: Harness;
let theirs: Harness;
let cache: DnsServer;
let talkative: DnsServer;
let top: TopServers;
let resolver: DnsResolver;

beforeAll(async () => {
  ours = await startEmbeddedHarness({ host: '127.0.1.2' });
  const { port } = ours;
  theirs = await startEmbeddedHarness({ host: '127.0.1.3', port });
  top = await startTopServers('127.0.1.1', port);
  const answer = {
    type: 'MX',
    name: 'cached.org',
    ttl: 60,
    data: { preference: 10, exchange: 'mx.ours.org' },
  } as const;
  // Behind an alias it also returns what someone wrote into another zone there.
  const strangers = {
    type: 'MX',
    name: 'site.victim.org',
    ttl: 60,
    data: { preference: 10, exchange: 'mx.ours.org' },
  } as const;
  const alias = { type: 'CNAME', name: 'www.talkative.org', ttl: 60, data: 'site.victim.org' } as const;
  const flags = packet.AUTHORITATIVE_ANSWER;
  talkative = await startDnsServer({
    ...{ host: '127.0.1.5', port },
    answer: ({ id, questions = [] }) => ({ type: 'response', id, flags, questions, answers: [alias, strangers] }),
  });
  cache = await startDnsServer({
    ...{ host: '127.0.1.4', port },
    answer: ({ id, questions = [] }) => ({ type: 'response', id, flags: 0, questions, answers: [answer] }),
  });
  const [us, them, repeating, telling] = ['127.0.1.2', '127.0.1.3', '127.0.1.4', '127.0.1.5'];
  const delegated = {
    ...{ 'hosted.org': us, 'victim.org': them, 'lame.org': them },
    ...{ 'cached.org': repeating, 'talkative.org': telling },
  };
  for (const [domain, address] of Object.entries(delegated)) top.delegations.set(domain, address ?? '');
  const write = async ({ zones }: Harness, zone: string, exchange: string) => {
    await zones.createZone(zone);
    await zones.upsertRecordSet(zone, set('MX', '@', `10 ${exchange}`));
  };
  await write(theirs, 'victim.org', 'mx.theirs.org');
  for (const zone of ['victim.org', 'hosted.org', 'a.victim.org', 'lame.org', 'free.org'])
    await write(ours, zone, 'mx.ours.org');
  const servers = ['127.0.1.1', '127.0.1.2'].map((address) => ({ address, port }));
  const iterative = createResolver({ servers, delegatedPort: port, mayAsk: () => true });
  resolver = createSourceResolver(iterative, cachedResolver(iterative, { nowMillis: () => performance.now() }));
});
afterAll(() => Promise.all([top.close(), cache.close(), talkative.close(), ours.stop(), theirs.stop()]));

test.each([
  ['a domain that is delegated to us has the records that we serve', 'hosted.org', 'found', ['10 mx.ours.org']],
  ["somebody else's domain has their records, not those of our zone", 'victim.org', 'found', ['10 mx.theirs.org']],
  ["a name within somebody else's domain isn't read from our zone", 'a.victim.org', 'no-such-name', undefined],
  ["a name that nobody delegated isn't read from our zone", 'free.org', 'no-such-name', undefined],
  ["a server that doesn't know the zone says nothing", 'lame.org', 'lame', undefined],
  ["a server isn't believed about a foreign name behind an alias", 'www.talkative.org', 'no-such-name', undefined],
  ['an answer that a server only repeats says nothing', 'cached.org', 'lame', undefined],
])('%s [VER-01] [DNS-02]', async (_title, name, kind, values) => {
  const { result } = await resolver.lookUp(name, 'MX');
  expect(result.kind).toBe(kind);
  expect('values' in result ? result.values : undefined).toEqual(values);
});

test('where only our own name server can be asked, its zones say nothing [VER-01] [DNS-02]', async () => {
  const alone = createResolver({ servers: [{ address: '127.0.1.2', port: ours.port }], mayAsk: () => true });
  const { result } = await createSourceResolver(alone, alone).lookUp('hosted.org', 'MX');
  expect(result).toEqual({ kind: 'refused' });
});
