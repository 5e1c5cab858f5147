import { expect, test } from 'vitest';
import { isDatabaseAway } from './is-database-away.ts';

const failed = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

test.each([
  ['ended by its operator', failed('57P01')],
  ['starting', failed('57P03')],
  ['a lost connection', failed('08006')],
  ['out of connections', failed('53300')],
  ['out of disk', failed('53100')],
  ['a standby that only reads', failed('25006')],
  ['not listening', failed('ECONNREFUSED')],
  ['several addresses, none of which listens', new AggregateError([failed('ECONNREFUSED')], 'connect')],
  ['a connection that broke in a query', new Error('Connection terminated unexpectedly')],
  ['the same below a query of ours', new Error('Failed query', { cause: failed('57P01') })],
])('a database that is %s is away, so the call is worth another try [API-01]', (_state, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([
  ['a unique key', failed('23505')],
  ['a syntax error', failed('42601')],
  ['a statement that took too long', failed('57014')],
  ['an error of ours', new Error('A charged purchase lacks what was bought.')],
  ['no error at all', 'text'],
])('%s does not mean that the database is away [API-01]', (_what, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});
