import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/http/api-error.ts';
import { whyUnchecked } from './why-unchecked.ts';

test.each([
  ['an answer that took too long', new ApiError('timeout'), 'LookupTimeout'],
  ['no connection', new ApiError('network'), 'NETWORK_ERROR'],
  ['an order that has ended', new ApiError('refused', { code: 'BUNDLE_NOT_FOUND' }), 'HostNotFound'],
  ['another refusal', new ApiError('refused', { code: 'NOT_AUTHORIZED' }), 'DEFAULT'],
  ['an answer that nobody can read', new ApiError('unreadable'), 'DEFAULT'],
  ['a fault of the panel', new Error('no'), 'DEFAULT'],
])('a check of an address that ends in %s is reported as what it was [MBX-09]', (_, error, code) => {
  expect(whyUnchecked(error)).toBe(code);
});
