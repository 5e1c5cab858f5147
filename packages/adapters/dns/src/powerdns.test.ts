import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DnsRecord } from '@postern/domain/dns';
import { mailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dnsZonesConformance, type Harness } from './conformance.ts';
import { compareSerials } from './compare-serials.ts';
import { type PowerDnsZonesOptions, powerDnsZones } from './powerdns.ts';
import { dig } from './testing/dig.ts';
import { IDENTITY } from './testing/start-embedded-harness.ts';

/** The PowerDNS of this test run, used as the panel would use it. */
async function startPowerDnsHarness(): Promise<Harness & PowerDnsZonesOptions & { secondary: DigServer }> {
  const { ports, dir } = await mailStack(inject('mailStackUrl'));
  const [config, secondaryConfig, setup] = await Promise.all(
    ['powerdns/pdns.conf', 'powerdns-secondary/pdns.conf', 'powerdns-secondary/setup.sql'].map((file) =>
      readFile(join(dir, 'config', file), 'utf8'),
    ),
  );
  const find = (pattern: RegExp, text = '') => pattern.exec(text)?.[1] ?? '';
  const options = {
    url: `http://127.0.0.1:${ports.dnsApi}`,
    apiKey: find(/^api-key=(.+)$/m, config),
    transferKey: find(/'hmac-sha256', '(.+)'/, setup),
    identity: IDENTITY,
  };
  const zones = powerDnsZones(options);
  const host = '127.0.0.1';
  const secondary = { host, port: Number(find(/^local-port=(.+)$/m, secondaryConfig)) };
  return { ...options, zones, host, port: ports.dns, secondary, stop: () => zones.close() };
}

type DigServer = { host: string; port: number };

/** Takes connections and never answers. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: stop };
}

/** The first test that asks for the mail servers starts them. */
const START_LIMIT_MS = 150_000;

dnsZonesConformance('PowerDNS', startPowerDnsHarness, START_LIMIT_MS);

describe('PowerDNS', () => {
  let harness: Awaited<ReturnType<typeof startPowerDnsHarness>>;
  beforeAll(async () => {
    harness = await startPowerDnsHarness();
  }, START_LIMIT_MS);
  afterAll(() => harness.stop());

  test('serves our name servers and contact, and a serial that is ours [DNS-02]', async () => {
    await harness.zones.createZone('identity.test');
    expect((await dig(harness, 'identity.test', 'NS')).answers.toSorted()).toEqual([
      'identity.test. 3600 IN NS ns1.postern.test.',
      'identity.test. 3600 IN NS ns2.postern.test.',
    ]);
    const [soa = ''] = (await dig(harness, 'identity.test', 'SOA')).answers;
    expect(soa).toContain('ns1.postern.test. hostmaster.postern.test. 1 ');
  });

  test("a zone on the same server that isn't the panel's is neither listed, read, changed nor deleted [DNS-02]", async () => {
    const { zones, url, apiKey } = harness;
    const name = 'operator.test';
    const [soa, ns] = ['ns1.operator.test. h.operator.test. 7 1 1 1 1', 'ns1.operator.test.'].map((content) => [
      { content, disabled: false },
    ]);
    const apex = { name: `${name}.`, ttl: 60 };
    const rrsets = [
      { ...apex, type: 'SOA', records: soa },
      { ...apex, type: 'NS', records: ns },
      { name: `ns1.${name}.`, ttl: 60, type: 'A', records: [{ content: '192.0.2.53', disabled: false }] },
    ];
    const ask = (method: string, path: string, body?: string) =>
      fetch(`${url}/api/v1/servers/localhost/zones${path}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
    const made = await ask('POST', '', JSON.stringify({ name: `${name}.`, kind: 'Native', nameservers: [], rrsets }));
    expect(made.status).toBe(201);
    await zones.createZone(name).catch(() => undefined);
    const refused = { kind: 'refused' };
    await expect(zones.replaceRecordSets(name, [])).rejects.toMatchObject(refused);
    await expect(zones.deleteZone(name)).rejects.toMatchObject(refused);
    expect(await zones.listZones()).not.toContain(name);
    expect((await dig(harness, `ns1.${name}`, 'A')).answers).toEqual([`ns1.${name}. 60 IN A 192.0.2.53`]);
    await ask('DELETE', `/${name}.`);
  });

  test('a second name server gets new zones, changes and deletions, by transfers that need the key [DNS-02]', async () => {
    const { zones, secondary } = harness;
    const servers = [harness, secondary].map(({ port }) => ({ address: '127.0.0.1', port }));
    const seen = (what: string, isSeen: (text: string) => boolean) =>
      pollUntil(async () => isSeen((await dig(secondary, 'a.copied.test', 'A')).text), {
        timeoutMs: 20_000,
        onTimeout: () => `${what} didn't reach the second name server`,
      });
    const address = (last: number): DnsRecord => ({
      type: 'A',
      host: 'a',
      ttlSeconds: 60,
      values: [`192.0.2.${last}`],
    });
    await zones.createZone('copied.test');
    await zones.upsertRecordSet('copied.test', address(1));
    await seen('a new zone', (text) => text.includes('192.0.2.1'));
    await zones.upsertRecordSet('copied.test', address(2));
    await seen('a change', (text) => text.includes('192.0.2.2'));
    expect(await compareSerials(servers, ['copied.test'])).toMatchObject({ ok: true });
    for (const server of [harness, secondary])
      for (const name of ['copied.test', 'catalog.postern.invalid'])
        expect((await dig(server, name, 'AXFR')).text, `${name} at ${server.port}`).toContain('Transfer failed');
    await zones.deleteZone('copied.test');
    await seen('a deletion', (text) => text.includes('status: REFUSED'));
    const missing = await compareSerials(servers, ['copied.test'], 0);
    expect(missing).toMatchObject({ ok: false, detail: expect.stringContaining('copied.test: 127.0.0.1:') });
  });

  test('zones from before there was a second name server are copied too [DNS-02]', async () => {
    const { zones, secondary, ...options } = harness;
    const alone = powerDnsZones({ ...options, transferKey: null });
    await alone.createZone('early.test');
    expect(await zones.alignZones()).toBeGreaterThan(0);
    await pollUntil(async () => (await dig(secondary, 'early.test', 'SOA')).answers.length > 0, {
      timeoutMs: 20_000,
      onTimeout: () => "an early zone didn't reach the second name server",
    });
    await zones.deleteZone('early.test');
  });

  test('a wrong key, a server that is gone and a silent one are an unknown outcome, and the check says so', async () => {
    const wrong = powerDnsZones({ url: harness.url, apiKey: 'wrong', identity: IDENTITY });
    await expect(wrong.listZones()).rejects.toMatchObject({ kind: 'unavailable' });
    expect((await wrong.check()).ok).toBe(false);
    const gone = powerDnsZones({ url: 'http://127.0.0.1:9', apiKey: 'any', identity: IDENTITY });
    await expect(gone.createZone('gone.test')).rejects.toMatchObject({ kind: 'unavailable' });
    await using server = await startSilentServer();
    const silent = powerDnsZones({ ...harness, url: server.url, timeoutMs: 50, identity: IDENTITY });
    await expect(silent.readZone('identity.test')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
