import type { StubDns } from './evaluate-spf.ts';

const hosts = (count: number) => Array.from({ length: count }, (_, place) => `m${place}.test`);

/** Names that a record of `d.test` may lead to: valid, deep, circular, duplicate, broken and missing. */
export const WALK_DNS: StubDns = {
  'd.test': { a: ['192.0.2.1'], mx: ['both.test', 'm1.test'], txt: ['v=spf1 -all'] },
  'both.test': { a: ['192.0.2.2'], aaaa: ['2001:db8::2'] },
  'half.test': { mx: ['m1.test', 'gone1.test', 'gone2.test'] },
  'ten.test': { mx: hosts(10) },
  'eleven.test': { mx: hosts(11) },
  'null.test': { mx: [''] },
  ...Object.fromEntries(hosts(11).map((host) => [host, { a: ['192.0.2.3'] }])),
  'i1.test': { txt: ['other text', 'v=spf1 ip4:192.0.2.0/24 -all'] },
  'i2.test': { txt: ['v=spf1 a:both.test include:i1.test mx:d.test ~all'] },
  'i3.test': { txt: ['v=spf1 include:i2.test include:i1.test a:gone.test ?all'] },
  'i4.test': { txt: ['v=spf1 redirect=i3.test'] },
  'i5.test': { txt: ['v=spf1 -include:i6.test include:gone.test'] },
  'i6.test': { txt: ['v=spf1 exists:gone.test +all include:gone.test'] },
  'i7.test': { txt: ['v=spf1 a:both.test include:i8.test -all'] },
  'i8.test': { txt: ['v=spf1 include:i7.test -all'] },
  'itwo.test': { txt: ['v=spf1 -all', 'v=spf1 a -all'] },
  'inone.test': { txt: ['no record'] },
  'ibad.test': { txt: ['v=spf1 ipv4:192.0.2.1 -all'] },
};
