import { expect, test } from 'vitest';
import { failedAtDatabase, isConnectionSpent, isDatabaseAway, isDiskFull } from './database-errors.ts';

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

/** The error as it comes from the database's client. */
const atDatabase = async <E extends Error>(error: E): Promise<E> => {
  await Promise.reject(error)
    .catch(failedAtDatabase)
    .catch(() => {});
  return error;
};

test.each([
  ['ended by its operator', failed('57P01'), true],
  ['starting', failed('57P03'), true],
  ['a lost connection', failed('08006'), false],
  ['out of connections', failed('53300'), false],
  ['out of disk', failed('53100'), false],
  ['a standby that only reads', failed('25006'), true],
  ['so slow that it stopped a statement', failed('57014'), false],
  ['one that chose this transaction to end a deadlock', failed('40P01'), false],
  [
    'out of disk when a connection begins',
    Object.assign(failed('XX000', 'could not write init file'), { severity: 'FATAL' }),
    true,
  ],
  ['not listening', failed('ECONNREFUSED'), true],
  ['closed while a query was sent', failed('EPIPE'), true],
  ['several addresses, none of which listens', new AggregateError([failed('ECONNREFUSED')], 'connect'), true],
  ['a connection that broke in a query', new Error('Connection terminated unexpectedly'), true],
  ['not answering', new Error('Query read timeout'), true],
])('a database that is %s is away, so the call is worth another try [API-01]', async (_state, error, isSpent) => {
  const seen = await atDatabase(error);
  expect(isDatabaseAway(seen)).toBe(true);
  expect(isConnectionSpent(seen)).toBe(isSpent);
  expect(isDatabaseAway(new Error('Failed query', { cause: seen }))).toBe(true);
});

test.each([
  ['a unique key', failed('23505')],
  ['a syntax error', failed('42601')],
  ['a value that no query can carry', new TypeError('Converting circular structure to JSON')],
])('%s is an answer of the database, which is not away [API-01]', async (_what, error) => {
  const seen = await atDatabase(error);
  expect(isDatabaseAway(seen)).toBe(false);
  expect(isConnectionSpent(seen)).toBe(false);
});

test.each([
  ['a mail server that refuses the connection', failed('ECONNREFUSED')],
  ['an error of ours', new Error('A charged purchase lacks what was bought.')],
  ['no error at all', 'text'],
])('%s does not mean that the database is away [API-01]', (_what, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test.each([
  ["the database's", new Error('Failed query', { cause: failed('53100') })],
  ['of a folder of ours', failed('ENOSPC')],
])('a full disk, %s, is known as one [API-01]', (_whose, error) => {
  expect(isDiskFull(error)).toBe(true);
});
