import { expect, test } from 'vitest';
import { parseMailboxAddress, withoutTag } from './mailbox-address.ts';

test.each([
  ['Ann.Lee@Example.Test', 'ann.lee@example.test'],
  ["o'neil+x@a-b.test", "o'neil+x@a-b.test"],
  ['ann@bücher.test', 'ann@xn--bcher-kva.test'],
  ['"Ann.Lee"@example.test', 'ann.lee@example.test'],
  [`${'x'.repeat(64)}@a.test`, `${'x'.repeat(64)}@a.test`],
])('%s is kept as %s', (raw, address) => {
  expect(parseMailboxAddress(raw)?.address).toBe(address);
});

test.each([
  '',
  '@',
  'ann',
  'ann@',
  '@a.test',
  '..@a.test',
  '.ann@a.test',
  'ann.@a.test',
  'a..b@a.test',
  'a/b@a.test',
  'a\0@a.test',
  'a\n@a.test',
  'a b@a.test',
  '"a b"@a.test',
  '"../a"@a.test',
  '"a\\"b"@a.test',
  '""@a.test',
  'ann@a..test',
  'ann@.test',
  'ann@../etc',
  'ann@a/b',
  'ann@-a.test',
  'ann@[127.0.0.1]',
  'ä@a.test',
  'b@c@',
  `${'x'.repeat(65)}@a.test`,
  `ann@${'a'.repeat(64)}.test`,
  `ann@${'a.'.repeat(126)}test`,
])('%j can be nobody’s folder', (raw) => {
  expect(parseMailboxAddress(raw)).toBeNull();
});

test('a tag is what follows the first plus sign', () => {
  expect(withoutTag({ local: 'ann+a+b', domain: 'a.test', address: 'ann+a+b@a.test' })).toBe('ann@a.test');
  expect(withoutTag({ local: 'ann', domain: 'a.test', address: 'ann@a.test' })).toBeNull();
  expect(withoutTag({ local: '+ann', domain: 'a.test', address: '+ann@a.test' })).toBeNull();
});
