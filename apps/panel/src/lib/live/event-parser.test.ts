import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventParser } from './event-parser.ts';
import { retryDelayMs } from './retry-delay.ts';

const TEXT =
  ': live\nretry: 2000\n\nevent: bulk\ndata: {"a":1}\n\nevent: mailboxes\ndata: x\ndata: y\nid: 7-8\n\nid: 9\n\n';
const EVENTS = [
  { name: 'bulk', data: '{"a":1}' },
  { name: 'mailboxes', data: 'x\ny' },
];

test('events are read correctly, wherever the chunks are cut [MBX-13]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
      const parser = new EventParser();
      const ends = [...cuts.sort((one, other) => one - other), TEXT.length];
      const read = ends.flatMap((end, index) => parser.read(TEXT.slice(ends[index - 1] ?? 0, end)));
      expect(read).toEqual(EVENTS);
      expect(parser.lastId).toBe('9');
    }),
  );
});

test('an incomplete event is not emitted, and its id does not count [MBX-13]', () => {
  const parser = new EventParser();
  expect(parser.read('id: 1\n\nevent: bulk\ndata: 1\nid: 2\n')).toEqual([]);
  expect(parser.lastId).toBe('1');
  parser.begin();
  expect(parser.read('event: bulk\ndata: 1\nid: 2\n\n')).toEqual([{ name: 'bulk', data: '1' }]);
  expect(parser.lastId).toBe('2');
});

test.for([
  [0, 0, 0, 500],
  [0, 1, 0, 1_000],
  [3, 0.5, 0, 6_000],
  [40, 1, 0, 30_000],
  [0, 0, 30, 30_000],
  [0, 1, 30, 37_500],
] as const)(
  'after %i failures and a chance of %d, asked to wait %i s, it waits %i ms [MBX-13]',
  ([failures, chance, after, expected]) => {
    expect(retryDelayMs(failures, chance, after)).toBe(expected);
  },
);
