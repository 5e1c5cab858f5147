import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIpv4, parseIpv6 } from './index.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.255.255.255', '255.255.255.255'],
  ['256.0.0.1', null],
  ['192.0.2.01', null],
  ['192.0.2', null],
  ['192.0.2.1.', null],
  [' 192.0.2.1', null],
  ['192.0.2.1/24', null],
  ['0x7f.0.0.1', null],
  ['', null],
])("'%s' is the IPv4 address %s [DNS-01]", (text, address) => {
  expect(parseIpv4(text)).toBe(address);
});

test.each([
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['1::', '1::'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::ffff:192.0.2.1', '::ffff:c000:201'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4:5:6:c000:201'],
  ['1:2:3:4:5:6:7:8::', null],
  ['1:2:3:4:5:6:7', null],
  ['1:2:3:4:5:6:7:8:9', null],
  ['1::2::3', null],
  [':::', null],
  [':1:2:3:4:5:6:7', null],
  ['12345::', null],
  ['g::', null],
  ['192.0.2.1::', null],
  ['::192.0.2.256', null],
  ['fe80::1%eth0', null],
  ['', null],
])("'%s' is the IPv6 address %s [DNS-01]", (text, address) => {
  expect(parseIpv6(text)).toBe(address);
});

test('an IPv6 address reads the same as in a URL, and its canonical form reads to itself', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const address = parseIpv6(text);
      expect(`[${address}]`).toBe(new URL(`http://[${text}]`).hostname);
      expect(parseIpv6(address ?? '')).toBe(address);
    }),
  );
});
