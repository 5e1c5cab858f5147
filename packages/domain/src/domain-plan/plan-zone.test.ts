import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkZone, type RecordType, type ZoneRecord } from '../dns/index.ts';
import { compareRecords, type ExpectedRecord } from '../domain-connection/index.ts';
import { EXPECTED, only, r, SPF, TOKEN } from '../domain-connection/testing/expected.ts';
import { isSpfText } from '../spf/index.ts';
import { applyPlan, planZone, undoPlan } from './index.ts';

const ZONE = 'bluebottle.test';
const ED25519 = `v=DKIM1; k=ed25519; p=${btoa('k'.repeat(32))}`;
const plan = (zone: ZoneRecord[], expected: ExpectedRecord[] = EXPECTED) => planZone(zone, expected, ZONE);
const applied = (zone: ZoneRecord[], expected: ExpectedRecord[] = EXPECTED) => {
  const outcome = applyPlan(zone, plan(zone, expected), ZONE);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
};

describe('plan, apply, undo', () => {
  test('each change says what is there, what will be and why [VER-01]', () => {
    const zone = [r('TXT', '@', 'v=spf1 mx -all', 600), r('A', 'www', '192.0.2.1'), r('MX', '@', '10 mx.other.test')];
    expect(plan(zone).map(({ action, why }) => `${action} ${why.purpose} ${why.code}`)).toEqual([
      'add ownership ADD_RECORD',
      'add mx ADD_RECORD',
      'add mx ADD_RECORD',
      'remove mx REMOVE_OTHER_MAIL_SERVER',
      'merge spf MERGE_SPF',
      'add a ADD_RECORD',
      'change cname REPLACE_OTHER_VALUE',
    ]);
    expect(applied(zone).zone).toContainEqual(r('TXT', '@', 'v=spf1 include:spf.postern.test mx -all', 600));
  });

  test('a group that would break a good zone is left to a person, unless another group clears the way', () => {
    const mailAtWww = [r('A', 'www', '192.0.2.1'), r('MX', 'shop', '10 www.bluebottle.test')];
    expect(plan(mailAtWww, only('cname'))).toMatchObject([
      { action: 'leave', why: { verdict: 'conflict', code: 'WOULD_BREAK_ZONE' } },
    ]);
    const ownMail = [r('A', 'www', '192.0.2.1'), r('MX', '@', '10 www.bluebottle.test')];
    const both = [...only('cname'), ...only('mx')];
    expect(plan(ownMail, both).map(({ action }) => action)).toEqual(['change', 'add', 'add', 'remove']);
    expect(checkZone(applied(ownMail, both).zone, ZONE)).toEqual([]);
  });

  test('a plan for a zone that has changed since is refused, and so is its undo', () => {
    const zone = [r('A', '@', '192.0.2.1')];
    const made = plan(zone, only('a'));
    expect(applyPlan([r('A', '@', '192.0.2.2')], made, ZONE)).toMatchObject({ ok: false, code: 'ZONE_CHANGED' });
    const { zone: after, undo } = applied(zone, only('a'));
    expect(undoPlan([...after, r('TXT', '@', 'new')], undo, ZONE)).toEqual({
      ok: true,
      value: [...zone, r('TXT', '@', 'new')],
    });
    expect(undoPlan([r('A', '@', '192.0.2.2')], undo, ZONE)).toMatchObject({ ok: false, code: 'ZONE_CHANGED' });
    const { zone: site, undo: undoSite } = applied([r('MX', 'shop', '10 mx.other.test')], only('a'));
    expect(undoPlan([...site, r('MX', '@', '10 bluebottle.test')], undoSite, ZONE)).toMatchObject({
      ok: false,
      code: 'WOULD_BREAK_ZONE',
    });
  });

  test('a mail server that joins others at the host gets their TTL, as they are one set [VER-01]', () => {
    const zone = [r('MX', '@', '10 mx1.postern.test', 600), r('MX', '@', '30 mx.other.test', 600)];
    expect(applied(zone, only('mx')).zone).toEqual([zone[0], r('MX', '@', '20 mx2.postern.test', 600)]);
    expect(applied([r('MX', '@', '30 mx.other.test', 600)], only('mx')).zone).toEqual([
      r('MX', '@', '10 mx1.postern.test'),
      r('MX', '@', '20 mx2.postern.test'),
    ]);
  });

  test('optional records come along with other changes, but never cause a change alone [DKM-01]', () => {
    const optional: ExpectedRecord = {
      ...r('TXT', 's1-ed25519._domainkey', ED25519),
      purpose: 'dkim',
      isOptional: true,
    };
    const both = [...only('a'), optional];
    expect(applied([], both).zone.map(({ host }) => host)).toEqual(['@', 's1-ed25519._domainkey']);
    const connected = applied([], only('a')).zone;
    expect(plan(connected, both)).toEqual(plan(connected, only('a')));
  });

  const spf = fc.constantFrom(
    SPF,
    'v=spf1',
    'v=spf1 mx -all',
    'v=spf1 +all',
    'v=spf1 include:old.postern.test ?all',
    'v=spf1 redirect=a.test',
    'v=spf1 -a -all',
    'v=spf1 nonsense',
    'V=SPF1 a',
  );
  const text = fc.oneof(
    spf,
    fc.constantFrom(
      TOKEN,
      'postern-verification=old',
      'postern-verification=',
      'other',
      'v=DMARC1; p=none',
      'v=DMARC1',
      'v=DKIM1; p=',
      'v=STSv1; id=1;',
    ),
  );
  const name = fc.constantFrom(
    'mx1.postern.test',
    'mx.other.test',
    'www.bluebottle.test',
    'bluebottle.test',
    'site.postern.test',
    'ns1.other.test',
  );
  const address = fc.constantFrom('192.0.2.10', '192.0.2.11');
  const host = fc.constantFrom('@', '@', 'www', '_dmarc', 's1._domainkey', 's1-ed25519._domainkey', 'shop', '_mta-sts');
  const ttl = fc.constantFrom(300, 3600);
  const record = fc.oneof(
    fc.tuple(fc.constant<RecordType>('TXT'), host, text, ttl),
    fc.tuple(
      fc.constant<RecordType>('MX'),
      host,
      name.map((each) => `10 ${each}`),
      ttl,
    ),
    fc.tuple(fc.constant<RecordType>('A'), host, address, ttl),
    fc.tuple(fc.constant<RecordType>('AAAA'), host, fc.constant('2001:db8::1'), ttl),
    fc.tuple(fc.constantFrom<RecordType>('CNAME', 'NS'), host, name, ttl),
  );
  const zones = fc.uniqueArray(
    record.map(([type, at, value, seconds]) => r(type, at, value, seconds)),
    {
      maxLength: 12,
      selector: ({ type, host: at, value }) => `${type} ${at} ${value}`,
    },
  );
  const all: ExpectedRecord[] = [
    ...EXPECTED.map((each) => ({
      ...each,
      former: ['v=spf1 include:old.postern.test ~all', '192.0.2.11', '10 mx.other.test'],
    })),
    { ...r('TXT', 's1._domainkey', ED25519), purpose: 'dkim' },
    { ...r('TXT', 's1-ed25519._domainkey', ED25519), purpose: 'dkim', isOptional: true },
    { ...r('TXT', '_dmarc', 'v=DMARC1; p=none'), purpose: 'dmarc' },
    { ...r('TXT', '_mta-sts', 'v=STSv1; id=2;'), purpose: 'mta-sts' },
  ];
  const wanted = fc.subarray(all);
  const spfCount = (zone: ZoneRecord[]) =>
    zone.filter(({ type, host: at, value }) => type === 'TXT' && at === '@' && isSpfText(value)).length;

  test('a plan made again after it was applied changes nothing', () => {
    fc.assert(
      fc.property(zones, wanted, (zone, expected) => {
        const { zone: after } = applied(zone, expected);
        expect(plan(after, expected).filter(({ action }) => action !== 'leave')).toEqual([]);
        expect(applied(after, expected).zone).toEqual(after);
      }),
    );
  });

  test('undo restores the zone byte for byte', () => {
    fc.assert(
      fc.property(zones, wanted, (zone, expected) => {
        const { zone: after, undo } = applied(zone, expected);
        expect(JSON.stringify(undoPlan(after, undo, ZONE))).toBe(JSON.stringify({ ok: true, value: zone }));
      }),
    );
  });

  test('no plan adds a second SPF record or another fault, and unrelated records stay', () => {
    fc.assert(
      fc.property(zones, wanted, (zone, expected) => {
        const { zone: after } = applied(zone, expected);
        expect(spfCount(after)).toBeLessThanOrEqual(Math.max(1, spfCount(zone)));
        const faults = new Set(checkZone(zone, ZONE).map((fault) => JSON.stringify(fault)));
        expect(checkZone(after, ZONE).filter((fault) => !faults.has(JSON.stringify(fault)))).toEqual([]);
        const isForeign = ({ type, host: at }: ZoneRecord) => at === 'shop' || (at === '@' && type === 'NS');
        expect(after.filter(isForeign)).toEqual(zone.filter(isForeign));
      }),
    );
  });

  test('after a plan everything is as expected, or the plan says that only a person can decide', () => {
    fc.assert(
      fc.property(zones, wanted, (zone, expected) => {
        const left = new Set(
          plan(zone, expected)
            .filter(({ action, why }) => action === 'leave' && why.verdict === 'conflict')
            .map(({ why }) => why.purpose),
        );
        const needed = expected.filter(({ isOptional }) => isOptional !== true);
        const open = compareRecords(needed, applied(zone, expected).zone).filter(({ verdict }) => verdict !== 'match');
        expect(open.filter(({ purpose }) => !left.has(purpose))).toEqual([]);
      }),
    );
  });
});
