import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeSpf } from './testing/judge-spf.ts';
import { WALK_DNS } from './testing/walk-samples.ts';
import { walkStub } from './testing/walk-stub.ts';

const QUICK_RUNS = 200;
/** No term matches this sender, so it reaches the end of a record. */
const STRANGER = { ip: '8.8.8.8', from: 'ann@d.test' };

const aRecord = fc
  .tuple(
    fc.array(
      fc.tuple(
        fc.constantFrom('', '', '?', '~', '-'),
        fc.constantFrom(
          ...[
            'a',
            'mx',
            'a:both.test',
            'a:gone.test',
            'mx:gone.test',
            'mx:half.test',
            'mx:eleven.test',
            'mx:null.test',
          ],
          ...['exists:both.test', 'exists:gone.test', 'ip4:192.0.2.1', 'ip6:2001:db8::1'],
          ...Object.keys(WALK_DNS)
            .filter((name) => name.startsWith('i'))
            .map((name) => `include:${name}`),
        ),
      ),
      { minLength: 1, maxLength: 6 },
    ),
    fc.constantFrom('', ' -all', ' ?all', ' redirect=i1.test', ' redirect=i4.test', ' redirect=gone.test'),
  )
  .map(([terms, end]) => `v=spf1 ${terms.map(([sign, term]) => `${sign}${term}`).join(' ')}${end}`);

test('pyspf counts as many lookups and void ones, and fails where the walk finds a fault [VER-04]', () => {
  const runs = fc.readConfigureGlobal().numRuns ?? QUICK_RUNS;
  const records = fc.sample(aRecord, runs);
  const cases = records.map((record) => ({ record, domain: 'd.test', senders: [STRANGER] }));
  const judged = judgeSpf(WALK_DNS, cases, 2).map(([only]) => only);
  // A check that fails stopped counting somewhere on the way.
  const said = (isFailed: boolean, { lookups, voids }: { lookups: number; voids: number }) =>
    isFailed ? 'fails' : `${lookups} look-ups, ${voids} void`;
  const seen = { counted: 0, failed: 0 };
  for (const [place, record] of records.entries()) {
    const { walk } = walkStub(record, WALK_DNS);
    // pyspf counts a redirect before everything else, even one that it never reaches.
    if (record.includes('redirect') && !walk.parts.some(({ term }) => term.startsWith('redirect'))) continue;
    const { result = '', lookups = 0, voids = 0 } = judged[place] ?? {};
    const isFailed = result === 'permerror';
    seen[isFailed ? 'failed' : 'counted'] += 1;
    expect(said(walk.faults.length > 0, walk), `${record} ${JSON.stringify(walk)}`).toBe(
      said(isFailed, { lookups, voids }),
    );
  }
  expect(Math.min(seen.counted, seen.failed)).toBeGreaterThan(runs / 10);
});
