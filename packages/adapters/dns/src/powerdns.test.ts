import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { mailStack } from '@postern/testkit/mail-stack';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dnsZonesConformance, type Harness } from './conformance.ts';
import { powerDnsZones } from './powerdns.ts';
import { dig } from './testing/dig.ts';
import { IDENTITY } from './testing/start-embedded-harness.ts';

/** The PowerDNS of this test run, used as the panel would use it. */
async function startPowerDnsHarness(): Promise<Harness & { url: string; apiKey: string }> {
  const { ports, dir } = await mailStack(inject('mailStackUrl'));
  const config = await readFile(join(dir, 'config/powerdns/pdns.conf'), 'utf8');
  const apiKey = /^api-key=(.+)$/m.exec(config)?.[1] ?? '';
  const url = `http://127.0.0.1:${ports.dnsApi}`;
  const zones = powerDnsZones({ url, apiKey, identity: IDENTITY });
  return { zones, host: '127.0.0.1', port: ports.dns, url, apiKey, stop: () => zones.close() };
}

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
