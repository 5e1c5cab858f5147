import { expect, test } from 'vitest';
import { type StoredRecord, storeRecords, zoneRecordsOf } from './index.ts';

const kept = (recordId: string, type: StoredRecord['type'], host: string, ...values: string[]): StoredRecord => ({
  recordId,
  type,
  host,
  ttlSeconds: 3600,
  values,
});
const ids = () => {
  let count = 0;
  return () => `new-${(count += 1)}`;
};

test('an unchanged zone keeps every record and its id [DNS-01]', () => {
  const before = [
    kept('a', 'A', '@', '192.0.2.1', '192.0.2.2'),
    kept('b', 'TXT', '@', 'one'),
    kept('c', 'TXT', '@', 'two'),
    kept('d', 'MX', '@', '10 mx1.test', '20 mx2.test'),
  ];
  expect(storeRecords(zoneRecordsOf(before), before, ids())).toEqual(before);
});

test('a new value joins its record, a new text gets its own, and removed values are gone [DNS-01]', () => {
  const before = [kept('a', 'MX', '@', '10 mx1.test', '20 old.test'), kept('b', 'TXT', '@', 'one')];
  const zone = zoneRecordsOf([kept('', 'MX', '@', '10 mx1.test', '20 mx2.test'), kept('', 'TXT', '@', 'one', 'two')]);
  expect(storeRecords([...zone, ...zoneRecordsOf([kept('', 'A', 'www', '192.0.2.1')])], before, ids())).toEqual([
    kept('a', 'MX', '@', '10 mx1.test', '20 mx2.test'),
    kept('b', 'TXT', '@', 'one'),
    kept('new-1', 'TXT', '@', 'two'),
    kept('new-2', 'A', 'www', '192.0.2.1'),
  ]);
});

test('a value with another TTL gets a record of its own, so that an undo finds it [DNS-01]', () => {
  const before = [kept('a', 'MX', '@', '10 mx1.test')];
  const zone = [...zoneRecordsOf(before), { type: 'MX' as const, host: '@', ttlSeconds: 600, value: '20 mx2.test' }];
  const stored = storeRecords(zone, before, ids());
  expect(stored).toHaveLength(2);
  expect(zoneRecordsOf(stored)).toEqual(zone);
});

test('a value whose former record has become another one gets a record of its own [DNS-01]', () => {
  const then = kept('a', 'MX', '@', '10 mx1.test', '20 old.test');
  const now = kept('a', 'A', 'shop', '192.0.2.1');
  const zone = [...zoneRecordsOf([kept('', 'MX', '@', '20 old.test', '30 older.test')]), ...zoneRecordsOf([now])];
  const stored = storeRecords(zone, [then, now], ids());
  expect(stored).toEqual([kept('new-1', 'MX', '@', '20 old.test', '30 older.test'), now]);
});
