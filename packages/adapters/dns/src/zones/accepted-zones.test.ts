import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  canDeleteRecord,
  canUpsertRecord,
  checkRecord,
  renderZoneFile,
  type StoredRecord,
  zoneRecordsOf,
} from '@postern/domain/dns';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDENTITY } from '../testing/start-embedded-harness.ts';

const run = promisify(execFile);
const ZONE = 'bluebottle.test';
/** As strict as BIND gets, except that it doesn't look up names outside the zone. */
const STRICT = ['-k', 'fail', '-m', 'fail', '-M', 'fail', '-n', 'fail', '-S', 'fail', '-r', 'fail', '-i', 'local'];

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-zones-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function load(text: string): Promise<string> {
  const file = join(dir, 'zone');
  await writeFile(file, text);
  return run('named-checkzone', [...STRICT, ZONE, file]).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => `FAILED ${error.stdout ?? 'to start'}`,
  );
}

const zoneText = (records: StoredRecord[]) =>
  renderZoneFile({ zoneName: ZONE, ...IDENTITY, serial: 1, negativeTtlSeconds: 300 }, zoneRecordsOf(records));

const host = fc.constantFrom(
  '',
  'www',
  'mail',
  'a.b',
  'b',
  '_dmarc',
  's1._domainkey',
  '_imaps._tcp',
  '_x',
  'bücher',
  'a-b',
  '1',
);
const name = fc.constantFrom('mail', 'www', 'b', 'a.b', '_x', 'gone').map((each) => `${each}.${ZONE}`);
const target = fc.oneof(name, fc.constantFrom('mx.example.net', '_under.example.net', ZONE, 'x.test.', '.'));
const text = fc.oneof(
  fc.constantFrom(
    'v=spf1 mx -all',
    'v=DMARC1; p=none',
    'v=DKIM1; p=',
    ';',
    '"',
    '\\',
    '\\"',
    '(',
    '@',
    '$ORIGIN x',
    'a'.repeat(600),
  ),
  fc.string({ maxLength: 40 }),
);
const draft = fc
  .oneof(
    fc.tuple(fc.constant('A'), host, fc.constantFrom('192.0.2.1', '0.0.0.0')),
    fc.tuple(fc.constant('AAAA'), host, fc.constantFrom('2001:db8::1', '::')),
    fc.tuple(fc.constantFrom('CNAME', 'NS', 'MX'), host, target),
    fc.tuple(fc.constant('TXT'), host, text),
    fc.tuple(
      fc.constant('SRV'),
      host,
      target.map((each) => `0 0 993 ${each}`),
    ),
    fc.tuple(
      fc.constant('CAA'),
      host,
      fc.constantFrom('0 issue "ca.example; a=b"', '0 issue ";"', '1 other "; ( @"', '0 iodef "mailto:a@b.test"'),
    ),
  )
  .map(([type, at, value]) => ({ type, host: at, ttl: 300, values: [value] }));
const step = fc.oneof({ weight: 6, arbitrary: draft }, { weight: 1, arbitrary: fc.nat(9) });

/** Takes the steps that the rules allow: adds a record, changes the one of its type, or deletes it. */
function edit(steps: (RecordStep | number)[]): StoredRecord[] {
  let records: StoredRecord[] = [];
  for (const [place, each] of steps.entries()) {
    const zone = { zoneName: ZONE, records };
    if (typeof each === 'number') {
      const recordId = records[each]?.recordId ?? '';
      if (canDeleteRecord(recordId, zone).ok) records = records.filter((record) => record.recordId !== recordId);
      continue;
    }
    const checked = checkRecord(each, ZONE);
    if (!checked.ok) continue;
    const verdict = canUpsertRecord(checked.value, zone, null);
    const twin = !verdict.ok && 'recordId' in verdict.attrs ? verdict.attrs.recordId : null;
    if (verdict.ok) records = [...records, { ...checked.value, recordId: `r${place}` }];
    else if (twin && canUpsertRecord(checked.value, zone, twin).ok) {
      records = records.map((record) => (record.recordId === twin ? { ...checked.value, recordId: twin } : record));
    }
  }
  return records;
}

type RecordStep = { type: string; host: string; ttl: number; values: string[] };

test('every zone that the rules accept is loaded by BIND without a complaint [DNS-01]', async () => {
  let largest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const records = edit(steps);
      largest = Math.max(largest, records.length);
      expect(await load(zoneText(records))).toMatch(/^zone bluebottle\.test\/IN: loaded serial 1\nOK\n$/);
    }),
  );
  expect(largest).toBeGreaterThan(8);
});

test.each([
  ['mail to a host without address', [{ type: 'MX', host: '@', values: ['10 gone.bluebottle.test'] }]],
  [
    'an alias beside a text',
    [
      { type: 'CNAME', host: 'a', values: ['x.test'] },
      { type: 'TXT', host: 'a', values: ['x'] },
    ],
  ],
  ['an address at a name that is no host', [{ type: 'A', host: '_a', values: ['192.0.2.1'] }]],
] as const)('BIND refuses %s, as the rules do [DNS-01]', async (_title, records) => {
  const stored = records.map((record, place) => ({
    ...record,
    values: [...record.values],
    ttlSeconds: 300,
    recordId: `r${place}`,
  }));
  expect(await load(zoneText(stored))).toMatch(/^FAILED/);
});
