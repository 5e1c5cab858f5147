import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DnsRecord } from '@postern/domain/dns';
import { mailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dnsZonesConformance, type Harness } from './conformance.ts';
import { compareSerials } from './compare-serials.ts';
import { PowerDnsClient } from './powerdns-client.ts';
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

/** What delv, BIND's validating resolver, says about an A record, with nothing but the zone's DS record to trust. */
async function validate({ host, port }: DigServer, zone: string, ds: string, name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'postern-anchor-'));
  const file = join(dir, 'anchor');
  const [keyTag, algorithm, digestType, digest] = ds.split(' ');
  await writeFile(file, `trust-anchors { "${zone}." static-ds ${keyTag} ${algorithm} ${digestType} "${digest}"; };\n`);
  const words = [`@${host}`, '-p', String(port), '-a', file, `+root=${zone}`, name, 'A'];
  const { stdout, stderr } = await promisify(execFile)('delv', words).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  await rm(dir, { recursive: true });
  return stdout + stderr;
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

  test('neither name server says which machine or release it is', async () => {
    const questions = ['id.server', 'version.bind', 'version.pdns', 'hostname.bind'];
    for (const server of [harness, harness.secondary])
      for (const question of questions)
        expect((await dig(server, '-c', 'CH', '-t', 'TXT', question, '+nsid')).text, question).not.toMatch(/"|NSID/);
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

  test('each change of the list of zones raises the serial that the second name server goes by, also two in a second [DNS-02]', async () => {
    const zones = powerDnsZones(harness);
    const client = new PowerDnsClient(harness);
    const serials: number[] = [];
    for (const change of [zones.createZone, zones.deleteZone, zones.createZone, zones.deleteZone]) {
      await change('hasty.test');
      await zones.close();
      serials.push(await client.readCatalogSerial('catalog.postern.invalid'));
    }
    expect(serials).toEqual([...new Set(serials)].toSorted((one, other) => one - other));
  });

  test('zones that are older than the second name server are copied too [DNS-02]', async () => {
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

  describe('signing', () => {
    let atParent: string[] | null;
    const zonesThat = (isSigned: boolean) => {
      const { zones: _, secondary: _too, ...options } = harness;
      return powerDnsZones({ ...options, signing: { isSigned, readParentDs: async () => atParent } });
    };
    const isCopied = async (name: string, type: string) =>
      (await dig(harness.secondary, name, type)).answers.length > 0;
    const onTimeout = () => 'the second name server does not have what the first has';

    /** A signed zone with one address, both of which the second name server has. */
    async function signedZone(name: string) {
      atParent = [];
      const zones = zonesThat(true);
      await zones.createZone(name);
      await zones.upsertRecordSet(name, { type: 'A', host: 'a', ttlSeconds: 60, values: ['192.0.2.1'] });
      const [ds = ''] = (await zones.readDs(name)).wanted;
      // The keys may arrive first, with the zone as it was before the address.
      const areCopied = async () => (await isCopied(name, 'DNSKEY')) && (await isCopied(`a.${name}`, 'A'));
      await pollUntil(areCopied, { timeoutMs: 20_000, onTimeout });
      return { zones, ds };
    }

    test('a signed zone is valid at both servers, also for what is missing, and is unsigned only once no DS record points at it [DNS-02]', async () => {
      const name = 'signed.test';
      const { zones, ds } = await signedZone(name);
      for (const server of [harness, harness.secondary]) {
        expect(await validate(server, name, ds, `a.${name}`), `${server.port}`).toContain('; fully validated');
        expect(await validate(server, name, ds, `missing.${name}`), `${server.port}`).toContain(
          '; negative response, fully validated',
        );
      }
      const other = ds.replace(/\w{4}$/, (end) => (end === '0000' ? '1111' : '0000'));
      expect(await validate(harness, name, other, `a.${name}`)).not.toContain('fully validated');
      expect((await dig(harness, name, 'CDS')).answers.join()).toContain(ds.split(' ')[0]);

      const refused = { kind: 'refused' };
      for (atParent of [[ds], null]) await expect(zones.deleteZone(name)).rejects.toMatchObject(refused);
      await zonesThat(false).alignZones();
      expect((await zones.readDs(name)).wanted).toEqual([ds]);
      atParent = [];
      await zonesThat(false).alignZones();
      expect((await zones.readDs(name)).keys).toEqual([]);
      await pollUntil(async () => !(await isCopied(name, 'DNSKEY')), { timeoutMs: 20_000, onTimeout });
      await zones.deleteZone(name);
      expect(await zones.readZone(name)).toBeNull();
    });

    test('while its key changes, a zone is valid at each step by the DS record that the parent has or had [DNS-02]', async () => {
      const name = 'rolled.test';
      const { zones, ds } = await signedZone(name);
      const [hour, begin] = [3_600_000, new Date(Date.now() - 3 * 3_600_000)];
      const after = (hours: number) => new Date(begin.getTime() + hours * hour);
      const roll = async (hours: number) => (await zones.rollKey(name, after(hours))).state;
      const isValidBy = async (by: string, server: DigServer = harness) =>
        (await validate(server, name, by, `a.${name}`)).includes('; fully validated');
      atParent = [ds];
      expect([await roll(0), await roll(1), await roll(2)]).toEqual(['started', 'spreading', 'at-registrar']);
      const [next = ''] = (await zones.readDs(name)).wanted;
      expect([next === ds, await isValidBy(ds), await isValidBy(next)]).toEqual([false, true, true]);
      for (atParent of [null, [ds, next], [ds]]) expect(await roll(3)).toBe('at-registrar');
      atParent = [next];
      expect([await roll(4), await roll(51)]).toEqual(['expiring', 'expiring']);
      // If the owner puts the former record back, the wait starts over.
      atParent = [ds];
      expect(await roll(51)).toBe('at-registrar');
      atParent = [next];
      expect([await roll(52), await roll(99), await isValidBy(ds), await roll(100)]).toEqual([
        ...['expiring', 'expiring', true, 'finished'],
      ]);
      expect([await isValidBy(ds), await isValidBy(next)]).toEqual([false, true]);
      await pollUntil(() => isValidBy(next, harness.secondary), {
        timeoutMs: 20_000,
        onTimeout: () => 'the second name server still signs with the former key',
      });
      atParent = [];
      await zones.deleteZone(name);
    });
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
