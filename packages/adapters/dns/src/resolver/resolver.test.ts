import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { DnsRecord, RecordType } from '@postern/domain/dns';
import packet, { type DecodedPacket, type Packet } from 'dns-packet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Harness } from '../conformance.ts';
import type { DnsResolver } from '../port.ts';
import { isPublicAddress } from '../public-internet/public-address.ts';
import { type DnsServer, startDnsServer } from '../server/dns-server.ts';
import { startEmbeddedHarness } from '../testing/start-embedded-harness.ts';
import { createResolver } from './resolver.ts';

const set = (type: RecordType, host: string, ...values: string[]): DnsRecord => ({
  type,
  host,
  ttlSeconds: 600,
  values,
});
const flagged =
  (flags: number) =>
  (query: DecodedPacket): Packet => ({ type: 'response', id: query.id, flags, questions: query.questions ?? [] });

/** One server per loopback address, all on one port: a parent, a child, and one for each kind of failure. */
let parent: Harness;
let child: Harness;
const others: DnsServer[] = [];
let resolver: DnsResolver;
const lookUp = async (name: string, type: RecordType = 'A') => (await resolver.lookUp(name, type)).result;

beforeAll(async () => {
  parent = await startEmbeddedHarness({ host: '127.0.0.1' });
  const { port } = parent;
  child = await startEmbeddedHarness({ host: '127.0.0.2', port });
  const delegate = async (host: string, ...servers: string[]) =>
    parent.zones.upsertRecordSet('root.test', set('NS', host, ...servers));
  await parent.zones.createZone('root.test');
  for (const place of [2, 3, 4, 5, 6]) {
    await parent.zones.upsertRecordSet('root.test', set('A', `ns${place}`, `127.0.0.${place}`));
  }
  await parent.zones.upsertRecordSet('root.test', set('A', 'nobody', '127.0.0.99'));
  await delegate('good', 'ns2.root.test');
  await delegate('lame', 'ns2.root.test');
  await delegate('circle', 'ns3.root.test');
  await delegate('broken', 'ns4.root.test');
  await delegate('cut', 'ns6.root.test');
  await delegate('half', 'nobody.root.test', 'ns2.root.test');
  await delegate('homeless', 'ns.gone.example');
  await delegate('egg', 'ns.hen.other.test');
  await parent.zones.createZone('other.test');
  await parent.zones.upsertRecordSet('other.test', set('NS', 'hen', 'ns.egg.root.test'));
  await parent.zones.createZone('gone.example');
  await child.zones.createZone('good.root.test');
  await child.zones.createZone('half.root.test');
  await child.zones.upsertRecordSet('half.root.test', set('A', 'www', '192.0.2.7'));
  const good = (each: DnsRecord) => child.zones.upsertRecordSet('good.root.test', each);
  await good(set('A', '@', '192.0.2.1', '192.0.2.2'));
  await good(set('CNAME', 'www', 'plain.root.test'));
  await good(set('TXT', '@', 'v=spf1 -all', ...Array.from({ length: 12 }, (_, place) => `${place}${'x'.repeat(200)}`)));
  await parent.zones.upsertRecordSet('root.test', set('A', 'plain', '192.0.2.9'));
  await good(set('CNAME', 'out', 'back.root.test'));
  await parent.zones.upsertRecordSet('root.test', set('CNAME', 'back', 'out.good.root.test'));
  const referral = (query: DecodedPacket): Packet => ({
    ...flagged(0)(query),
    authorities: [{ type: 'NS', name: 'circle.root.test', ttl: 60, data: 'ns3.root.test' }],
  });
  others.push(await startDnsServer({ host: '127.0.0.3', port, answer: referral }));
  others.push(await startDnsServer({ host: '127.0.0.4', port, answer: flagged(2) }));
  others.push(await startDnsServer({ host: '127.0.0.5', port, answer: () => null }));
  resolver = createResolver({
    servers: [{ address: '127.0.0.1', port }],
    delegatedPort: port,
    questionTimeoutMs: 2000,
    mayAsk: () => true,
  });
});
afterAll(async () => {
  await Promise.all([parent.stop(), child.stop(), ...others.map((server) => server.close())]);
});

describe('a look-up tells apart', () => {
  test('answers, through a delegation and over TCP [VER-01]', async () => {
    expect(await lookUp('good.root.test')).toEqual({
      kind: 'found',
      values: ['192.0.2.1', '192.0.2.2'],
      ttlSeconds: 600,
      aliases: [],
    });
    expect(await lookUp('GOOD.root.test.', 'TXT')).toMatchObject({
      kind: 'found',
      values: expect.arrayContaining(['v=spf1 -all']),
    });
    expect(await lookUp('www.good.root.test')).toEqual({
      kind: 'found',
      values: ['192.0.2.9'],
      ttlSeconds: 600,
      aliases: ['plain.root.test'],
    });
    expect(await lookUp('www.good.root.test', 'CNAME')).toMatchObject({
      kind: 'found',
      values: ['plain.root.test'],
      aliases: [],
    });
  });

  test("a name that doesn't exist, and one without such records [VER-06]", async () => {
    expect(await lookUp('nope.good.root.test')).toEqual({ kind: 'no-such-name', ttlSeconds: 300, aliases: [] });
    expect(await lookUp('good.root.test', 'MX')).toEqual({ kind: 'no-data', ttlSeconds: 300, aliases: [] });
  });

  test.each([
    ['a server that does not know the zone it was given', 'lame.root.test', 'lame'],
    ['servers that refer to themselves', 'circle.root.test', 'delegation-loop'],
    ['servers that can be found only by themselves', 'egg.root.test', 'delegation-loop'],
    ['aliases in a ring over two servers', 'out.good.root.test', 'alias-loop'],
    ['name servers without an address', 'homeless.root.test', 'no-name-servers'],
    ['a failing server', 'broken.root.test', 'server-failure'],
    ['a server that refuses us', 'foreign.example', 'refused'],
  ])('%s [VER-06]', async (_title, name, kind) => {
    expect(await lookUp(name)).toEqual({ kind });
  });

  test('a silent server [VER-06]', async () => {
    const servers = [{ address: '127.0.0.5', port: parent.port }];
    const { result, asked } = await createResolver({ servers, questionTimeoutMs: 60 }).lookUp('silent.root.test', 'A');
    expect(result).toEqual({ kind: 'timed-out' });
    expect(asked.map(({ outcome }) => outcome)).toEqual(['timed-out', 'timed-out']);
  });

  test("an answer that is truncated and can't be read over TCP, and bytes that are no answer [VER-06]", async () => {
    const socket = createSocket('udp4');
    socket.bind(parent.port, '127.0.0.6');
    await once(socket, 'listening');
    socket.on('message', (bytes, sender) => {
      const query = packet.decode(bytes);
      const reply = packet.encode(flagged(packet.TRUNCATED_RESPONSE)(query));
      const isGarbled = query.questions?.[0]?.type === 'MX';
      socket.send(
        isGarbled ? Buffer.concat([bytes.subarray(0, 2), Buffer.from([0x80, 0, 0, 9])]) : reply,
        sender.port,
        sender.address,
      );
    });
    expect(await lookUp('cut.root.test')).toEqual({ kind: 'truncated' });
    expect(await lookUp('cut.root.test', 'MX')).toEqual({ kind: 'garbled' });
    socket.close();
  });
});

test('one of two name servers is dead, and the other answers', async () => {
  expect(await lookUp('www.half.root.test')).toMatchObject({ kind: 'found', values: ['192.0.2.7'] });
});

test('a look-up reports every query, its server and its outcome [VER-01]', async () => {
  const { asked } = await resolver.lookUp('good.root.test', 'MX');
  const at = (address: string) => `${address}:${parent.port}`;
  expect(asked).toEqual([
    { server: at('127.0.0.1'), name: 'good.root.test', type: 'MX', transport: 'udp', outcome: 'NOERROR 0' },
    { server: at('127.0.0.1'), name: 'ns2.root.test', type: 'A', transport: 'udp', outcome: 'NOERROR 1' },
    { server: at('127.0.0.2'), name: 'good.root.test', type: 'MX', transport: 'udp', outcome: 'NOERROR 0' },
  ]);
});

test('a look-up ends at its time limit, however many servers are silent', async () => {
  const { port } = parent;
  const silent = Array.from({ length: 50 }, () => ({ address: '127.0.0.5', port }));
  const impatient = createResolver({ servers: silent, questionTimeoutMs: 50, timeLimitMs: 120 });
  const { result, asked } = await impatient.lookUp('good.root.test', 'A');
  expect(result).toEqual({ kind: 'timed-out' });
  // Three, and one or two more on a machine whose timers are late.
  expect(asked.length).toBeLessThan(10);
});

test('a zone whose name servers all lead to more name servers makes us send a hundred queries, not thousands', async () => {
  let names = 0;
  const answer = (query: DecodedPacket): Packet => {
    const name = query.questions?.[0]?.name ?? '.';
    const authorities = Array.from(
      { length: 10 },
      () => ({ type: 'NS', name, ttl: 60, data: `n${names++}.test` }) as const,
    );
    return { ...flagged(0)(query), authorities };
  };
  const server = await startDnsServer({ host: '127.0.0.1', port: 0, answer });
  const servers = [{ address: '127.0.0.1', port: server.port }];
  const { result, asked } = await createResolver({ servers }).lookUp('wide.test', 'A');
  await server.close();
  expect([result, asked.length]).toEqual([{ kind: 'delegation-loop' }, 100]);
});

test('a zone cannot make us query a machine that is not on the public internet', async () => {
  const careful = createResolver({
    servers: [{ address: '127.0.0.1', port: parent.port }],
    delegatedPort: parent.port,
  });
  const { result, asked } = await careful.lookUp('good.root.test', 'A');
  expect(result).toEqual({ kind: 'no-name-servers' });
  expect(asked.every(({ server }) => server.startsWith('127.0.0.1:'))).toBe(true);
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['nonsense', false],
])('%s is an address of the public internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
