import { expect, test } from 'vitest';
import { ApiError } from '../../lib/http/api-error.ts';
import type { Text } from '../../lib/i18n/texts.ts';
import { keyFailureText } from './key-failure.ts';

const key = (name: string) => name;
const t = key as Text;
const textOf = (error: unknown) => keyFailureText(error, null, 'bluebottle.coffee', t);

test('an unknown failure gets the text OTHER, and no answer gets the general text [DKM-03]', () => {
  expect(textOf(new ApiError('unreadable'))).toBe('dkim.toast.OTHER');
  expect(textOf(new Error('what'))).toBe('dkim.toast.OTHER');
  expect(textOf(new ApiError('timeout'))).toBe('errors.timeout');
  expect(textOf(new ApiError('refused', { code: 'LOOKUP_TIMEOUT' }))).toBe('dkim.toast.LookupTimeout');
});
