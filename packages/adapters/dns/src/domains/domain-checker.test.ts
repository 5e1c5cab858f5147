import type { DnsRecord, RecordType } from '@postern/domain/dns';
import { expectedRecords, verifiedAfter } from '@postern/domain/domain-connection';
import { parseSpf } from '@postern/domain/spf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Harness } from '../conformance.ts';
import type { DnsResolver, LookUp, LookUpResult } from '../port.ts';
import { cachedResolver } from '../resolver/cached-resolver.ts';
import { createResolver } from '../resolver/resolver.ts';
import { startEmbeddedHarness } from '../testing/start-embedded-harness.ts';
import { createDomainChecker } from './domain-checker.ts';
import { walkDomainSpf } from './walk-domain-spf.ts';

const EXPECTED = expectedRecords({
  mxHosts: ['mx1.postern.test'],
  spfText: 'v=spf1 include:spf.postern.test ~all',
  ownershipText: 'postern-verification=abc',
  siteA: '192.0.2.10',
  siteCname: 'site.postern.test',
});
const ALL = { ownership: true, mx: true, spf: true, a: true, cname: true };
const set = (type: RecordType, host: string, ...values: string[]): DnsRecord => ({
  type,
  host,
  ttlSeconds: 600,
  values,
});
const GOOD = [
  set('TXT', '@', 'postern-verification=abc', 'v=spf1 include:spf.postern.test ~all'),
  set('MX', '@', '10 mx1.postern.test'),
  set('A', '@', '192.0.2.10'),
  set('CNAME', 'www', 'site.postern.test'),
];

describe('a check of a domain on a real name server', () => {
  let harness: Harness;
  let resolver: DnsResolver;
  beforeAll(async () => {
    harness = await startEmbeddedHarness();
    resolver = createResolver({ servers: [{ address: harness.host, port: harness.port }] });
  });
  afterAll(() => harness.stop());

  async function served(zoneName: string, ...sets: DnsRecord[]) {
    await harness.zones.createZone(zoneName);
    for (const each of sets) await harness.zones.upsertRecordSet(zoneName, each);
    return createDomainChecker(resolver)(zoneName, EXPECTED);
  }

  test('finds everything as expected [VER-01, VER-02]', async () => {
    const check = await served('good.test', ...GOOD);
    expect(check).toMatchObject({ failure: null, faults: [] });
    expect(verifiedAfter({}, check.findings)).toEqual(ALL);
  });

  test('reports what is missing and what is in the way [VER-01, VER-02]', async () => {
    const { findings } = await served(
      'bad.test',
      set('MX', '@', '10 mx.other.test'),
      set('AAAA', 'www', '2001:db8::1'),
      set('A', '@', '192.0.2.10'),
    );
    expect(findings.map(({ verdict, code }) => `${verdict} ${code}`)).toEqual([
      'missing ADD_RECORD',
      'missing ADD_RECORD',
      'conflict REMOVE_OTHER_MAIL_SERVER',
      'missing ADD_RECORD',
      'match AS_EXPECTED',
      'conflict REPLACE_OTHER_VALUE',
    ]);
  });

  test('follows what the SPF record includes, without changing what is verified [VER-04] [VER-06]', async () => {
    await served(
      'spf.test',
      set('TXT', 'deep', 'v=spf1 a:gone.spf.test mx:deep.spf.test -all'),
      set('MX', 'deep', '10 host.other.example'),
      set('TXT', 'bad', 'v=spf1 ipv4:192.0.2.1 -all'),
    );
    const text = 'v=spf1 include:deep.spf.test include:bad.spf.test include:spf.postern.test ~all';
    const { findings, failure, spfWalk, lookUps } = await served('follows.test', set('TXT', '@', text));
    expect(spfWalk).toEqual({
      ...{ lookups: 5, maximum: 10, voids: 1, unanswered: ['host.other.example', 'spf.postern.test'] },
      parts: [
        { term: 'include:deep.spf.test', lookups: 3, isWhole: false },
        { term: 'include:bad.spf.test', lookups: 1, isWhole: true },
        { term: 'include:spf.postern.test', lookups: 1, isWhole: false },
      ],
      faults: [
        {
          code: 'SPF_WALK_INVALID',
          attrs: { term: 'include:bad.spf.test', name: 'bad.spf.test', word: 'ipv4:192.0.2.1' },
        },
      ],
    });
    expect(findings.find(({ purpose }) => purpose === 'spf')?.verdict).toBe('match');
    expect([failure, lookUps.length]).toEqual([null, 6]);
  });

  test("tells a domain that doesn't exist from one that its servers don't know [VER-06]", async () => {
    await served('parent.test');
    const check = createDomainChecker(resolver);
    expect(await check('gone.parent.test', EXPECTED)).toMatchObject({ failure: 'DOMAIN_NOT_FOUND' });
    expect(await check('foreign.example', EXPECTED)).toMatchObject({ failure: 'ZONE_INACTIVE' });
  });
});

/** A resolver with prepared answers. */
function scripted(answer: (name: string, type: RecordType) => LookUpResult): DnsResolver & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    lookUp(name, type): Promise<LookUp> {
      asked.push(`${name} ${type}`);
      return Promise.resolve({ name, type, result: answer(name, type), asked: [] });
    },
  };
}
const NOTHING: LookUpResult = { kind: 'no-data', ttlSeconds: 60, aliases: [] };
const found = (...values: string[]): LookUpResult => ({ kind: 'found', values, ttlSeconds: 60, aliases: [] });

test.each([
  ['timed-out', 'LOOKUP_TIMEOUT'],
  ['no-name-servers', 'NAME_SERVER_NOT_FOUND'],
  ['lame', 'ZONE_INACTIVE'],
  ['delegation-loop', 'ZONE_INACTIVE'],
  ['server-failure', 'OTHER'],
  ['truncated', 'OTHER'],
] as const)('a look-up that ends %s is the failure %s, and unverifies nothing [VER-06]', async (kind, failure) => {
  const check = await createDomainChecker(scripted(() => ({ kind })))('a.test', EXPECTED);
  expect(check.failure).toBe(failure);
  expect(verifiedAfter(ALL, check.findings)).toEqual(ALL);
});

test('one failed look-up leaves its records unknown; the rest is judged [VER-06]', async () => {
  const resolver = scripted((name, type) =>
    name === 'www.a.test' && type === 'AAAA' ? { kind: 'timed-out' } : NOTHING,
  );
  const { findings, failure } = await createDomainChecker(resolver)('a.test', EXPECTED);
  expect(failure).toBe('LOOKUP_TIMEOUT');
  expect(findings.map(({ purpose, verdict }) => `${purpose} ${verdict}`)).toEqual([
    'ownership missing',
    'mx missing',
    'spf missing',
    'a missing',
    'cname unknown',
  ]);
});

test('two SPF records and an alias at the root are reported, each once [VER-01]', async () => {
  const spf = scripted((_name, type) => (type === 'TXT' ? found('v=spf1 a -all', 'v=spf1 mx -all') : NOTHING));
  expect((await createDomainChecker(spf)('a.test', EXPECTED)).faults).toEqual([{ code: 'SPF_TWICE', host: '@' }]);
  const alias = scripted((name, type) =>
    name === 'a.test'
      ? { ...(type === 'CNAME' ? found('b.test') : NOTHING), aliases: type === 'CNAME' ? [] : ['b.test'] }
      : NOTHING,
  );
  for (const expected of [EXPECTED, EXPECTED.filter(({ purpose }) => purpose !== 'a')]) {
    const { faults, zone } = await createDomainChecker(alias)('a.test', expected);
    expect(faults).toEqual([{ code: 'CNAME_AT_ROOT', host: '@' }]);
    expect(zone.filter(({ type }) => type === 'CNAME')).toHaveLength(1);
  }
});

test("a DKIM key behind an alias counts; addresses behind a site's alias don't [VER-02, DKM-01]", async () => {
  const key = 'v=DKIM1; p=';
  const dkim = [{ type: 'TXT', host: 's1._domainkey', ttlSeconds: 3600, value: key, purpose: 'dkim' } as const];
  const keyResolver = scripted(() => ({ kind: 'found', values: [key], ttlSeconds: 60, aliases: ['s1.keys.test'] }));
  expect((await createDomainChecker(keyResolver)('a.test', dkim)).findings).toMatchObject([{ verdict: 'match' }]);
  const site = scripted((_name, type) =>
    type === 'CNAME' ? found('site.postern.test') : { ...found('192.0.2.10'), aliases: ['site.postern.test'] },
  );
  const cname = EXPECTED.filter(({ purpose }) => purpose === 'cname');
  expect((await createDomainChecker(site)('a.test', cname)).findings).toMatchObject([{ verdict: 'match' }]);
});

test('no more domains are in flight than allowed, all are checked, and each host and type is asked once', async () => {
  const open: (() => void)[] = [];
  const inFlight = new Map<string, number>();
  let most = 0;
  const slow: DnsResolver = {
    async lookUp(name, type) {
      const domain = name.replace(/^www\./, '');
      inFlight.set(domain, (inFlight.get(domain) ?? 0) + 1);
      most = Math.max(most, inFlight.size);
      await new Promise<void>((resolve) => open.push(resolve));
      inFlight.set(domain, (inFlight.get(domain) ?? 0) - 1);
      if (inFlight.get(domain) === 0) inFlight.delete(domain);
      return { name, type, result: NOTHING, asked: [] };
    },
  };
  const check = createDomainChecker(slow, { maximumInFlight: 4 });
  let done = 0;
  const checks = Array.from({ length: 20 }, async (_, place) => {
    const domain = `d${place}.test`;
    const { lookUps } = await check(domain, EXPECTED);
    done += 1;
    return lookUps.length;
  });
  while (done < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    open.shift()?.();
  }
  expect(await Promise.all(checks)).toEqual(Array.from({ length: 20 }, () => 8));
  expect(most).toBe(4);
});

test('an SPF record is followed if it is expected, valid and the only one; records of other domains come from the cache [VER-04]', async () => {
  const own = scripted((name, type) =>
    type === 'TXT' && name === 'a.test' ? found('v=spf1 a include:s.a.test include:spf.postern.test -all') : NOTHING,
  );
  const others = scripted(() => found('v=spf1 -all'));
  const { spfWalk } = await createDomainChecker(own, { others })('a.test', EXPECTED);
  expect(spfWalk).toMatchObject({ lookups: 3, faults: [{ code: 'SPF_WALK_NO_RECORD' }] });
  expect(others.asked).toEqual(['spf.postern.test TXT']);
  expect(own.asked).toContain('s.a.test TXT');
  const texts = [['v=spf1 a -all', 'v=spf1 -all'], ['v=spf1 ipv4:192.0.2.1']];
  for (const values of texts) {
    const resolver = scripted((_name, type) => (type === 'TXT' ? found(...values) : NOTHING));
    expect((await createDomainChecker(resolver)('a.test', EXPECTED)).spfWalk).toBeNull();
  }
  const site = EXPECTED.filter(({ purpose }) => purpose !== 'spf');
  expect((await createDomainChecker(own)('a.test', site)).spfWalk).toBeNull();
});

test('an SPF record whose names take too long to look up is unknown, and no further queries are sent [VER-06]', async () => {
  const silent: DnsResolver = {
    lookUp: (name, type) =>
      name === 'slow.test'
        ? new Promise(() => undefined)
        : Promise.resolve({ name, type, result: found('v=spf1 include:never.test -all'), asked: [] }),
  };
  const parsed = parseSpf('v=spf1 include:slow.test include:quick.test -all');
  if (!parsed.ok) throw new Error(parsed.code);
  const walk = await walkDomainSpf({ own: silent, others: silent }, parsed.value, 'a.test', 5);
  expect(walk).toMatchObject({ lookups: 3, voids: 0, faults: [], unanswered: ['slow.test', 'never.test'] });
});

test('a record that leads to hundreds of names makes us look up sixty [VER-04]', async () => {
  const mx = Array.from({ length: 10 }, (_, place) => `10 m${place}.test`);
  const wide = scripted((_name, type) => (type === 'MX' ? found(...mx) : NOTHING));
  const parsed = parseSpf(`v=spf1 ${Array.from({ length: 10 }, (_, place) => `mx:d${place}.test`).join(' ')} -all`);
  if (!parsed.ok) throw new Error(parsed.code);
  const walk = await walkDomainSpf({ own: wide, others: wide }, parsed.value, 'a.test');
  expect(wide.asked).toHaveLength(60);
  expect([walk.lookups, walk.unanswered.length]).toEqual([10, 5]);
});

describe('the cache', () => {
  test('asks again when the TTL is over, and not before; failures are not cached', async () => {
    let nowMillis = 0;
    let result: LookUpResult = { kind: 'timed-out' };
    const inner = scripted(() => result);
    const cached = cachedResolver(inner, { nowMillis: () => nowMillis });
    await cached.lookUp('a.test', 'A');
    result = { ...NOTHING, ttlSeconds: 30 } as LookUpResult;
    await cached.lookUp('a.test', 'A');
    nowMillis = 29_999;
    await cached.lookUp('a.test', 'A');
    expect(inner.asked).toHaveLength(2);
    nowMillis = 30_000;
    result = { ...found('192.0.2.1'), ttlSeconds: 86_400 } as LookUpResult;
    await cached.lookUp('a.test', 'A');
    expect(inner.asked).toHaveLength(3);
    nowMillis += 60_000;
    await cached.lookUp('a.test', 'A');
    expect(inner.asked).toHaveLength(4);
  });

  test('sends one query for look-ups at the same time, and drops the oldest entry when it is full', async () => {
    const inner = scripted(() => NOTHING);
    const cached = cachedResolver(inner, { nowMillis: () => 0, maximumEntries: 2 });
    await Promise.all([cached.lookUp('a.test', 'A'), cached.lookUp('a.test', 'A'), cached.lookUp('a.test', 'MX')]);
    expect(inner.asked).toEqual(['a.test A', 'a.test MX']);
    await cached.lookUp('b.test', 'A');
    await cached.lookUp('a.test', 'MX');
    await cached.lookUp('a.test', 'A');
    expect(inner.asked).toEqual(['a.test A', 'a.test MX', 'b.test A', 'a.test A']);
  });
});
