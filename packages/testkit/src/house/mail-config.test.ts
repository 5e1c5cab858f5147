import { expect, test } from 'vitest';
import { ownAddresses } from '../../../../scripts/parts/render-mail-config.mjs';

test('the name server leaves port 53 of loopback to the resolver of the machine', () => {
  const lo = [
    { address: '127.0.0.1', internal: true },
    { address: '::1', internal: true },
  ];
  const eth0 = ['203.0.113.5', '2001:db8::5', 'fe80::1', '169.254.3.1'].map((address) => ({
    address,
    internal: false,
  }));
  expect(ownAddresses({ lo, eth0 })).toBe('203.0.113.5, 2001:db8::5');
  expect(() => ownAddresses({ lo })).toThrow('DNS_LISTEN=ADDRESS');
});
