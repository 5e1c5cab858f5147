import { Resolver } from 'node:dns/promises';
import type { DnsRecord, RecordType } from '@postern/domain/dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DnsZones, DnsZonesError } from './port.ts';
import { dig } from './testing/dig.ts';

export type Harness = { zones: DnsZones; host: string; port: number; stop(): Promise<void> };

const set = (type: RecordType, host: string, ...values: string[]): DnsRecord => ({
  type,
  host,
  ttlSeconds: 600,
  values,
});

/** What every implementation of `DnsZones` must do, checked with two resolvers that are not ours: dig and Node's. */
export function dnsZonesConformance(name: string, start: () => Promise<Harness>, startLimitMs = 60_000): void {
  describe(`${name} keeps the DNS port's promises`, () => {
    let harness: Harness;
    let resolver: Resolver;
    beforeAll(async () => {
      harness = await start();
      resolver = new Resolver({ timeout: 2000, tries: 2 });
      resolver.setServers([`${harness.host}:${harness.port}`]);
    }, startLimitMs);
    afterAll(() => harness.stop());

    const context: Context = {
      harness: () => harness,
      resolver: () => resolver,
      ask: (...words) => dig(harness, ...words),
      async zoneOf(zoneName, ...sets) {
        await harness.zones.createZone(zoneName);
        for (const each of sets) await harness.zones.upsertRecordSet(zoneName, each);
      },
    };
    recordTests(context);
    negativeTests(context);
    changeTests(context);
  });
}

type Context = {
  harness: () => Harness;
  resolver: () => Resolver;
  ask: (...words: string[]) => ReturnType<typeof dig>;
  zoneOf: (zoneName: string, ...sets: DnsRecord[]) => Promise<void>;
};

function recordTests({ harness, resolver, ask, zoneOf }: Context): void {
  test('every record type is served as written, with its TTL and as an authoritative answer [DNS-02]', async () => {
    const key = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`;
    await zoneOf(
      'types.test',
      set('A', '@', '192.0.2.1', '192.0.2.2'),
      set('AAAA', 'www', '2001:db8::1'),
      set('CNAME', 'shop', 'shop.example.net'),
      set('MX', '@', '10 mx1.example.net', '20 mx2.example.net'),
      set('TXT', '@', 'v=spf1 include:_spf.example.net ~all', 'say "hi" \\o/'),
      set('TXT', 's1._domainkey', key),
      set('SRV', '_imaps._tcp', '0 1 993 imap.example.net'),
      set('CAA', '@', '0 issue "ca.example"', '128 iodef "mailto:a@example.net"'),
    );
    const dns = resolver();
    expect(
      (await dns.resolve4('types.test', { ttl: true })).toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    ).toEqual([
      { address: '192.0.2.1', ttl: 600 },
      { address: '192.0.2.2', ttl: 600 },
    ]);
    expect(await dns.resolve6('www.types.test')).toEqual(['2001:db8::1']);
    expect(await dns.resolveCname('shop.types.test')).toEqual(['shop.example.net']);
    expect(await dns.resolveMx('types.test')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ exchange: 'mx1.example.net', priority: 10 }),
        expect.objectContaining({ exchange: 'mx2.example.net', priority: 20 }),
      ]),
    );
    const texts = (await dns.resolveTxt('types.test')).map((chunks) => chunks.join(''));
    expect(texts.toSorted()).toEqual(['say "hi" \\o/', 'v=spf1 include:_spf.example.net ~all']);
    expect((await dns.resolveTxt('s1._domainkey.types.test'))[0]?.map(({ length }) => length)).toEqual([
      255,
      key.length - 255,
    ]);
    expect(await dns.resolveSrv('_imaps._tcp.types.test')).toMatchObject([
      { name: 'imap.example.net', port: 993, priority: 0, weight: 1 },
    ]);
    const caa = await ask('types.test', 'CAA');
    expect(caa.answers.toSorted()).toEqual([
      'types.test. 600 IN CAA 0 issue "ca.example"',
      'types.test. 600 IN CAA 128 iodef "mailto:a@example.net"',
    ]);
    expect(caa).toMatchObject({ status: 'NOERROR', flags: expect.arrayContaining(['aa']) });
  });

  test('an alias is followed within the zone, and answered alone where it leads out [DNS-02]', async () => {
    await zoneOf(
      'alias.test',
      set('A', 'a', '192.0.2.1'),
      set('CNAME', 'b', 'a.alias.test'),
      set('CNAME', 'c', 'x.example.net'),
      set('CNAME', 'd', 'gone.alias.test'),
    );
    expect((await ask('b.alias.test', 'A')).answers).toEqual([
      'b.alias.test. 600 IN CNAME a.alias.test.',
      'a.alias.test. 600 IN A 192.0.2.1',
    ]);
    expect((await ask('c.alias.test', 'A')).answers).toEqual(['c.alias.test. 600 IN CNAME x.example.net.']);
    expect((await ask('b.alias.test', 'CNAME')).answers).toHaveLength(1);
    expect(await ask('d.alias.test', 'A')).toMatchObject({
      status: 'NXDOMAIN',
      answers: ['d.alias.test. 600 IN CNAME gone.alias.test.'],
    });
  });

  test('names match in upper and lower case [DNS-02]', async () => {
    await zoneOf('case.test', set('A', 'www', '192.0.2.1'));
    expect((await ask('WwW.CaSe.TeSt', 'A')).answers).toEqual(['WwW.CaSe.TeSt. 600 IN A 192.0.2.1']);
  });

  test('a delegated host is referred to its name servers, without authority; whether it is signed is answered here [DNS-02]', async () => {
    await zoneOf('cut.test', set('NS', 'shop', 'ns1.example.net', 'ns2.example.net'));
    const referral = await ask('www.shop.cut.test', 'A');
    expect(referral).toMatchObject({ status: 'NOERROR', answers: [] });
    expect(referral.flags).not.toContain('aa');
    expect(referral.authorities.toSorted()).toEqual([
      'shop.cut.test. 600 IN NS ns1.example.net.',
      'shop.cut.test. 600 IN NS ns2.example.net.',
    ]);
    const signing = await ask('shop.cut.test', 'DS');
    expect(signing).toMatchObject({ status: 'NOERROR', answers: [], flags: expect.arrayContaining(['aa']) });
    expect(signing.authorities[0]).toMatch(/^cut\.test\. \d+ IN SOA /);
  });

  test('an answer that is too long for UDP is truncated, and whole over TCP [DNS-02]', async () => {
    const texts = Array.from({ length: 12 }, (_, place) => `${place} ${'x'.repeat(200)}`);
    await zoneOf('long.test', set('TXT', '@', ...texts));
    const cut = await ask('+ignore', 'long.test', 'TXT');
    expect(cut.flags).toContain('tc');
    expect((await ask('+tcp', 'long.test', 'TXT')).answers).toHaveLength(12);
    expect(await resolver().resolveTxt('long.test')).toHaveLength(12);
    expect(harness().port).toBeGreaterThan(0);
  });
}

function negativeTests({ ask, zoneOf, resolver }: Context): void {
  test('a missing name, a missing type and a foreign zone are told apart, the first two with the SOA [DNS-02]', async () => {
    await zoneOf('no.test', set('A', 'www', '192.0.2.1'));
    const missing = await ask('nope.no.test', 'A');
    expect(missing).toMatchObject({ status: 'NXDOMAIN', answers: [] });
    expect(missing.flags).toContain('aa');
    expect(missing.authorities[0]).toMatch(/^no\.test\. \d+ IN SOA /);
    const noData = await ask('www.no.test', 'AAAA');
    expect(noData).toMatchObject({ status: 'NOERROR', answers: [] });
    expect(noData.authorities[0]).toMatch(/^no\.test\. \d+ IN SOA /);
    expect(await ask('foreign.example', 'A')).toMatchObject({ status: 'REFUSED' });
    await expect(resolver().resolve4('nope.no.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver().resolve6('www.no.test')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('a name with a dot or an @ inside a label leads to no other name, and the answer repeats it as it was asked for [DNS-02]', async () => {
    await zoneOf('bytes.test', set('A', 'a.b', '192.0.2.1'));
    for (const name of ['a\\.b.bytes.test', '\\@.bytes.test']) {
      const answer = await ask(name, 'A');
      expect(answer, name).toMatchObject({ status: 'NXDOMAIN', answers: [] });
      expect(answer.text).toContain(`;${name}.`);
    }
  });

  test('a wish for signatures is repeated in the answer [DNS-02]', async () => {
    await zoneOf('wish.test');
    expect((await ask('+dnssec', 'wish.test', 'SOA')).text).toMatch(/EDNS: version: 0, flags: do;/);
    expect((await ask('+nodnssec', '+edns=0', 'wish.test', 'SOA')).text).toMatch(/EDNS: version: 0, flags:;/);
  });

  test('a host with only other hosts below it exists, without data [DNS-02]', async () => {
    await zoneOf('ent.test', set('TXT', 's1._domainkey', 'v=DKIM1; p='));
    expect(await ask('_domainkey.ent.test', 'TXT')).toMatchObject({ status: 'NOERROR', answers: [] });
    expect(await ask('_other.ent.test', 'TXT')).toMatchObject({ status: 'NXDOMAIN' });
  });

  test('the root has SOA and NS from the first moment [DNS-02]', async () => {
    await zoneOf('apex.test');
    expect((await ask('apex.test', 'SOA')).answers).toHaveLength(1);
    expect((await ask('apex.test', 'NS')).answers.length).toBeGreaterThan(0);
    expect(await ask('apex.test', 'A')).toMatchObject({ status: 'NOERROR', answers: [] });
  });
}

function changeTests({ harness, ask, zoneOf }: Context): void {
  const serialOf = async (zoneName: string) => Number((await ask(zoneName, 'SOA')).answers[0]?.split(' ')[6]);

  test('a change shows at once and raises the serial; repeating it changes nothing [DNS-02]', async () => {
    const { zones } = harness();
    await zoneOf('change.test', set('A', 'www', '192.0.2.1'));
    const before = await serialOf('change.test');
    const after = await zones.upsertRecordSet('change.test', set('A', 'www', '192.0.2.2'));
    expect((await ask('www.change.test', 'A')).answers).toEqual(['www.change.test. 600 IN A 192.0.2.2']);
    expect(after).toBe(before + 1);
    expect(await zones.upsertRecordSet('change.test', set('A', 'www', '192.0.2.2'))).toBe(after);
    expect(await serialOf('change.test')).toBe(after);
    expect(await zones.deleteRecordSet('change.test', { type: 'A', host: 'www' })).toBe(after + 1);
    expect(await zones.deleteRecordSet('change.test', { type: 'A', host: 'www' })).toBe(after + 1);
    expect(await ask('www.change.test', 'A')).toMatchObject({ status: 'NXDOMAIN' });
  });

  test('what is read is what was written, and changing what was read changes nothing', async () => {
    const { zones } = harness();
    const sets = [set('MX', '@', '10 mx.example.net'), set('MX', 'none', '0 .'), set('A', 'www', '192.0.2.1')];
    await zoneOf('read.test', ...sets);
    const read = await zones.readZone('read.test');
    expect(read?.recordSets).toEqual(expect.arrayContaining(sets));
    read?.recordSets.splice(0);
    expect((await zones.readZone('read.test'))?.recordSets).toHaveLength(3);
    expect((await ask('none.read.test', 'MX')).answers).toEqual(['none.read.test. 600 IN MX 0 .']);
    expect(await zones.readZone('unknown.test')).toBeNull();
  });

  test('a whole zone is replaced at once, even where single changes would only work in one order', async () => {
    const { zones } = harness();
    await zoneOf(
      'whole.test',
      set('A', 'www', '192.0.2.1'),
      set('A', 'mail', '192.0.2.1'),
      set('MX', '@', '10 mail.whole.test'),
    );
    const before = await serialOf('whole.test');
    const after = [
      set('MX', '@', '10 www.whole.test'),
      set('CNAME', 'mail', 'www.whole.test'),
      set('A', 'www', '192.0.2.2'),
    ];
    expect(await zones.replaceRecordSets('whole.test', after)).toBe(before + 1);
    expect(await zones.replaceRecordSets('whole.test', after.toReversed())).toBe(before + 1);
    expect((await ask('mail.whole.test', 'A')).answers).toEqual([
      'mail.whole.test. 600 IN CNAME www.whole.test.',
      'www.whole.test. 600 IN A 192.0.2.2',
    ]);
    await expect(zones.replaceRecordSets('whole.test', after.slice(0, 2))).rejects.toMatchObject({ kind: 'refused' });
    expect(await serialOf('whole.test')).toBe(before + 1);
  });

  test('changes at the same time are all made, each with its own serial', async () => {
    const { zones } = harness();
    await zoneOf('race.test');
    const hosts = Array.from({ length: 20 }, (_, place) => `h${place}`);
    const serials = await Promise.all(
      hosts.map((host) => zones.upsertRecordSet('race.test', set('A', host, '192.0.2.1'))),
    );
    expect(new Set(serials).size).toBe(20);
    expect((await zones.readZone('race.test'))?.recordSets).toHaveLength(20);
  });

  test('a change that would make the zone faulty, or is for a zone that is not served, is refused and changes nothing [DNS-01]', async () => {
    const { zones } = harness();
    await zoneOf('fault.test', set('A', 'www', '192.0.2.1'));
    const before = await zones.readZone('fault.test');
    const refusal = { kind: 'refused' };
    await expect(zones.upsertRecordSet('fault.test', set('CNAME', 'www', 'x.test'))).rejects.toMatchObject(refusal);
    await expect(zones.upsertRecordSet('fault.test', set('TXT', '@', 'v=spf1 a', 'v=spf1 mx'))).rejects.toMatchObject(
      refusal,
    );
    await expect(zones.upsertRecordSet('fault.test', set('MX', '@', '10 mail.fault.test'))).rejects.toBeInstanceOf(
      DnsZonesError,
    );
    await expect(zones.upsertRecordSet('unknown.test', set('A', '@', '192.0.2.1'))).rejects.toMatchObject(refusal);
    await expect(zones.createZone('../etc.test')).rejects.toMatchObject(refusal);
    expect(await zones.readZone('fault.test')).toEqual(before);
  });

  test('a deleted zone is no longer answered, and a new one of the same name starts empty', async () => {
    const { zones } = harness();
    await zoneOf('gone.test', set('A', 'www', '192.0.2.1'));
    await zones.deleteZone('gone.test');
    await zones.deleteZone('gone.test');
    expect(await ask('www.gone.test', 'A')).toMatchObject({ status: 'REFUSED' });
    expect(await zones.listZones()).not.toContain('gone.test');
    await zones.createZone('gone.test');
    await zones.createZone('gone.test');
    expect((await zones.readZone('gone.test'))?.recordSets).toEqual([]);
    expect((await zones.listZones()).filter((name) => name === 'gone.test')).toHaveLength(1);
    expect(await zones.check()).toMatchObject({ ok: true });
  });
}
