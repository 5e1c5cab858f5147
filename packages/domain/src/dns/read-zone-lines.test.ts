import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readZoneLines } from './index.ts';

const ZONE = 'bluebottle.test';
const written = (type: string, host: string | null, ttlSeconds: number | null, ...values: string[]) => ({
  ...{ type, host, ttlSeconds, values },
});

test.each([
  ['www.bluebottle.test.\t300\tIN\tA\t192.0.2.1', written('A', 'www.bluebottle.test.', 300, '192.0.2.1')],
  ['www A 192.0.2.1', written('A', 'www', null, '192.0.2.1')],
  ['www IN 1h A 192.0.2.1 ; the shop', written('A', 'www', 3600, '192.0.2.1')],
  ['  IN  AAAA  2001:DB8::1', written('AAAA', null, null, '2001:DB8::1')],
  ['@ 1d IN MX 10 mail', written('MX', '@', 86_400, '10 mail.bluebottle.test')],
  [
    '@ MX 10 mx1.example.net.\n  MX 20 mx2.example.net.',
    written('MX', '@', null, '10 mx1.example.net.', '20 mx2.example.net.'),
  ],
  ['shop IN CNAME @', written('CNAME', 'shop', null, 'bluebottle.test')],
  ['_sip._tcp 3600 IN SRV 10 5 5060 sip.example.net.', written('SRV', '_sip._tcp', 3600, '10 5 5060 sip.example.net.')],
  ['@ IN CAA 0 issue "ca.example; policy=ev"', written('CAA', '@', null, '0 issue "ca.example; policy=ev"')],
  ['_dmarc TXT "v=DMARC1; p=none"', written('TXT', '_dmarc', null, '"v=DMARC1; p=none"')],
  ['_dmarc IN TXT "v=DMARC1; p=none" ; policy', written('TXT', '_dmarc', null, '"v=DMARC1; p=none"')],
  ['_dmarc IN TXT v=DMARC1; p=none', written('TXT', '_dmarc', null, 'v=DMARC1; p=none')],
  [
    ';; ANSWER SECTION:\nbluebottle.test. 60 IN A 192.0.2.1\nbluebottle.test. 60 IN A 192.0.2.2\n',
    written('A', 'bluebottle.test.', 60, '192.0.2.1', '192.0.2.2'),
  ],
])('%j is read as a record [DNS-01]', (text, record) => {
  expect(readZoneLines(text, ZONE)).toEqual(record);
});

test('the output of a key generator is read, with its brackets, strings and comment [DNS-01]', () => {
  const text =
    'mail._domainkey\tIN\tTXT\t( "v=DKIM1; h=sha256; k=rsa; "\n\t  "p=MIIB"\n\t  "IjAN" )  ; ----- DKIM key mail for bluebottle.test\n';
  expect(readZoneLines(text, ZONE)).toMatchObject({
    ...{ type: 'TXT', host: 'mail._domainkey' },
    values: [expect.stringMatching(/^"v=DKIM1; h=sha256; k=rsa; "\s+"p=MIIB"\s+"IjAN"$/)],
  });
});

test.each([
  ['192.0.2.1'],
  ['10 mx1.example.net.'],
  ['v=spf1 mx a -all'],
  ['grade A work'],
  ['a TXT is a text'],
  ['this is A 192.0.2.1'],
  ['www A 192.0.2.1\nblog A 192.0.2.2'],
  ['www A 192.0.2.1\nwww AAAA 2001:db8::1'],
  ['www IN A 999.0.2.1'],
  ['www IN SOA ns1 hostmaster 1 2 3 4 5'],
  ['see "A" or (B)'],
  ['"'],
  [''],
])('%j is not a record, and stays as it was typed [DNS-01]', (text) => {
  expect(readZoneLines(text, ZONE)).toBeNull();
});

test('any text is either read or left alone [DNS-01]', () => {
  const word = fc.constantFrom('www', 'IN', 'A', 'TXT', '3600', '"a;b"', '(', ')', ';', '\n', ' ', '\t', '"', '\\');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      readZoneLines(words.join(' '), ZONE);
    }),
  );
});
