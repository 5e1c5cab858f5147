import fc from 'fast-check';
import { parseSpf } from '../index.ts';
import type { StubDns } from './evaluate-spf.ts';

/** Names that the records below look up, and the answers. */
export const SAMPLE_DNS: StubDns = {
  'd.test': { a: ['192.0.2.1'], aaaa: ['2001:db8::1'], mx: ['m1.test', 'm2.test'] },
  'm1.test': { a: ['192.0.2.17'] },
  'm2.test': { a: ['198.51.100.1'], aaaa: ['2001:db8:1::1'] },
  'i1.test': { txt: ['v=spf1 ip4:203.0.113.0/25 -all'] },
  'i2.test': { txt: ['v=spf1 -ip4:203.0.113.1 ip4:203.0.113.0/24 ?all', 'other text'] },
  'i3.test': { txt: ['v=spf1 redirect=i1.test'] },
  '1.2.0.192.l.test': { a: ['127.0.0.2'] },
};

/** Senders inside and outside every network that the records mention. */
export const SENDERS = [
  ...['192.0.2.1', '192.0.2.17', '192.0.2.200', '198.51.100.1', '203.0.113.1', '203.0.113.200', '203.0.113.5'],
  ...['8.8.8.8', '2001:db8::1', '2001:db8:1::1', '2001:db8:2::9'],
].map((ip) => ({ ip, from: 'ann@d.test' }));

const TERMS = fc.constantFrom(
  ...['a', 'a/28', 'a:m1.test', 'mx', 'mx/24//48', 'ip4:192.0.2.0/24', 'ip4:203.0.113.5', 'ip6:2001:db8::/64'],
  ...['ip6:2001:DB8::1', 'include:i1.test', 'include:i2.test', 'include:i3.test', 'exists:%{ir}.l.test'],
  ...['A:M1.TEST/32', 'exp=x.test', 'moo=cow', 'all', '-all', '~all', '?all'],
);

/** A valid record of `d.test`. */
export const aRecord = fc
  .tuple(
    fc.uniqueArray(TERMS, { maxLength: 5 }),
    fc.constantFrom('', '', '', '-', '?', '~'),
    fc.constantFrom('', ' -all', ' ~all', ' redirect=i1.test'),
  )
  .map(([terms, sign, end]) => {
    const signed = terms.map((each, place) => (place === 1 && /^[aimp]/.test(each) ? `${sign}${each}` : each));
    return `v=spf1 ${signed.join(' ')}${end}`;
  })
  .filter((text) => parseSpf(text).ok);
