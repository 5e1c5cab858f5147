import { expect, test } from 'vitest';
import { dsState, parseDs } from './ds-records.ts';

const [NEW, OLD, FOREIGN] = ['2 13 2 AA01', '1 13 2 bb02', '9 8 2 cc03'];
const OLD_SHA384 = '1 13 4 dd04';

test.each<[string, string[] | null, string]>([
  ['no answer', null, 'unknown'],
  ['none at the parent', [], 'none'],
  ['ours, in another case and in parts', ['2 13 2 aa 01'], 'ours'],
  ['of the former key', [OLD], 'changing'],
  ['of both keys', [NEW, OLD_SHA384], 'changing'],
  ['ours and one of another provider', [NEW, FOREIGN], 'mixed'],
  ['only of another provider', [FOREIGN], 'others'],
])('DS records at the parent: %s', (_, parent, state) => {
  expect(dsState({ wanted: [NEW], keys: [NEW, OLD, OLD_SHA384] }, parent)).toBe(state);
});

test('a DS record is read in parts, and other texts are refused', () => {
  expect(parseDs('20326 8 2 e06d44b8')).toEqual({ keyTag: 20326, algorithm: 8, digestType: 2, digest: 'E06D44B8' });
  for (const text of ['', '1 2 3', 'a 8 2 00', '1 8 2 xyz']) expect(parseDs(text)).toBeNull();
});
