import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSpf, parseSpf, renderSpf, type SpfRecord } from './index.ts';
import { judgeSpf, type SpfCase } from './testing/judge-spf.ts';
import { aRecord, SAMPLE_DNS, SENDERS } from './testing/spf-samples.ts';

const QUICK_RUNS = 100;
/** How many lookups find nothing depends on what others publish, which a merge doesn't know. */
const ANY_VOIDS = 1000;

test('by pyspf, a merged record passes the same senders as its parts, and no others [DNS-01]', () => {
  const runs = fc.readConfigureGlobal().numRuns ?? QUICK_RUNS;
  const merges = fc
    .sample(fc.array(aRecord, { minLength: 2, maxLength: 3 }), runs)
    .map((parts) => ({ parts, merged: merge(parts) }));
  const done = merges.filter((each): each is { parts: string[]; merged: string } => each.merged !== null);
  expect(done.length).toBeGreaterThan(runs / 20);
  const toCase = (record: string): SpfCase => ({ record, domain: 'd.test', senders: SENDERS });
  const cases = done.flatMap(({ parts, merged }) => [merged, ...parts].map(toCase));
  const judged = new Map(
    judgeSpf(SAMPLE_DNS, cases, ANY_VOIDS).map((senders, place) => [
      cases[place]?.record,
      senders.map(({ result }) => result === 'pass'),
    ]),
  );
  for (const { parts, merged } of done) {
    const byParts = SENDERS.map((_, sender) => parts.some((part) => judged.get(part)?.[sender]));
    expect(judged.get(merged), `${parts.join(' | ')} -> ${merged}`).toEqual(byParts);
  }
  // Some must pass and some must not, or the test proves nothing.
  const verdicts = [...judged.values()].flat();
  expect(verdicts).toContain(true);
  expect(verdicts).toContain(false);
});

function merge(parts: string[]): string | null {
  const merged = mergeSpf(parts.map(read));
  return merged.ok ? renderSpf(merged.value.record) : null;
}

function read(text: string): SpfRecord {
  const parsed = parseSpf(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.code}`);
  return parsed.value;
}
