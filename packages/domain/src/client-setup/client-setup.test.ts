import { expect, test } from 'vitest';
import {
  mailServersFor,
  OUTLOOK_SCHEMA,
  parseAutodiscover,
  renderAppleProfile,
  renderAutoconfig,
  renderAutodiscover,
  renderAutodiscoverError,
} from './index.ts';

const hosts = {
  everywhere: { imap: 'imap.mail.test', pop: 'pop.mail.test', smtp: 'smtp.mail.test' },
  eu: { imap: 'imap-euc1.mail.test', pop: 'pop-euc1.mail.test', smtp: 'smtp-euc1.mail.test' },
};
const servers = mailServersFor('panel.example', hosts);
const HOSTILE = `"><x a='1'>&\u0000\u0008\uFFFE\uD800]]><!--`;
const ESCAPED = '&quot;&gt;&lt;x a=&apos;1&apos;&gt;&amp;]]&gt;&lt;!--';

/** Elements that are not closed in the right order. */
function unclosed(xml: string): string[] {
  const open: string[] = [];
  for (const [, end, name = '', empty] of xml.matchAll(
    /<(\/)?([A-Za-z][\w]*)(?: [\w:]+="[^"<>&]*(?:&\w+;[^"<>&]*)*")*( ?\/)?>/g,
  )) {
    if (!end && !empty) open.push(name);
    if (end && open.pop() !== name) return [`/${name}`];
  }
  return open;
}

/** A strict reader: it accepts elements, attributes and text only, and every `<` must belong to a well-nested element. */
function expectWellFormed(xml: string): void {
  const rest = xml.replace(/^<\?xml [^<>]*\?>\n(<!DOCTYPE plist PUBLIC [^<>]*>\n)?/, '');
  expect(unclosed(rest)).toEqual([]);
  const text = rest.replaceAll(/<\/?[A-Za-z][\w]*(?: [\w:]+="[^"<>]*")* ?\/?>/g, '');
  expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/);
  // Characters that XML 1.0 doesn't allow.
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/u);
}

test.for([
  ['panel.example', 'imap.mail.test'],
  ['panel-euc1.example', 'imap-euc1.mail.test'],
  ['PANEL-EUC1.EXAMPLE', 'imap-euc1.mail.test'],
  ['euc1.example', 'imap.mail.test'],
  ['', 'imap.mail.test'],
] as const)('the panel at “%s” names the servers of its region [APP-01]', ([host, imap]) => {
  expect(mailServersFor(host, hosts).imap).toEqual({ host: imap, port: 993 });
});

test('IMAP is at 993, POP at 995 and SMTP at 465 [APP-01]', () => {
  expect(servers).toEqual({
    imap: { host: 'imap.mail.test', port: 993 },
    pop: { host: 'pop.mail.test', port: 995 },
    smtp: { host: 'smtp.mail.test', port: 465 },
  });
});

test('autoconfig names three servers, each with TLS from the first byte and the address as user name [APP-01]', () => {
  const xml = renderAutoconfig({ domainName: 'bluebottle.example', providerName: 'Harbour Mail', servers });
  expectWellFormed(xml);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<clientConfig version="1.1">
  <emailProvider id="bluebottle.example">
    <domain>bluebottle.example</domain>
    <displayName>Harbour Mail</displayName>
    <displayShortName>Harbour Mail</displayShortName>
    <incomingServer type="imap">
      <hostname>imap.mail.test</hostname>
      <port>993</port>
      <socketType>SSL</socketType>
      <authentication>password-cleartext</authentication>
      <username>%EMAILADDRESS%</username>
    </incomingServer>
    <incomingServer type="pop3">
      <hostname>pop.mail.test</hostname>
      <port>995</port>
      <socketType>SSL</socketType>
      <authentication>password-cleartext</authentication>
      <username>%EMAILADDRESS%</username>
    </incomingServer>
    <outgoingServer type="smtp">
      <hostname>smtp.mail.test</hostname>
      <port>465</port>
      <socketType>SSL</socketType>
      <authentication>password-cleartext</authentication>
      <username>%EMAILADDRESS%</username>
    </outgoingServer>
  </emailProvider>
</clientConfig>
`);
});

test('autodiscover answers in the two namespaces that Outlook asks in, with a protocol for each server [APP-01]', () => {
  const xml = renderAutodiscover({ email: 'ada@bluebottle.example', displayName: 'Ada Fields', servers });
  expectWellFormed(xml);
  expect(xml).toContain(
    '<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">\n' +
      '  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">',
  );
  const protocols = [...xml.matchAll(/<Type>(\w+)<\/Type>\s*<Server>([^<]+)<\/Server>\s*<Port>(\d+)</g)];
  expect(protocols.map(([, ...parts]) => parts)).toEqual([
    ['IMAP', 'imap.mail.test', '993'],
    ['POP3', 'pop.mail.test', '995'],
    ['SMTP', 'smtp.mail.test', '465'],
  ]);
  expect(xml.match(/<LoginName>ada@bluebottle.example<\/LoginName>/g)).toHaveLength(3);
  expect(xml.match(/<SSL>on<\/SSL>/g)).toHaveLength(3);
});

test('autodiscover says in its own format why it has no answer [APP-01]', () => {
  const now = new Date('2026-11-21T20:59:55.123Z');
  const xml = renderAutodiscoverError({ code: 600, message: 'Invalid Request', now, id: 7 });
  expectWellFormed(xml);
  expect(xml).toContain('<Error Time="20:59:55.123" Id="7">');
  expect(xml).toContain('<ErrorCode>600</ErrorCode>');
});

const question = (email: string, schema = OUTLOOK_SCHEMA) =>
  `<?xml version="1.0"?><Autodiscover xmlns="x"><Request><EMailAddress>${email}</EMailAddress>` +
  `<AcceptableResponseSchema>${schema}</AcceptableResponseSchema></Request></Autodiscover>`;

test.for([
  ['plain', question('ada@bluebottle.example'), 'ada@bluebottle.example'],
  ['with a prefix', question(' ada@b.example ').replaceAll(/<(\/?)(EMail|Accept)/g, '<$1o:$2'), 'ada@b.example'],
  ['with entities', question('o&apos;neil&amp;co@b.example'), "o'neil&co@b.example"],
] as const)('a request of Outlook is understood: %s [APP-01]', ([, xml, email]) => {
  expect(parseAutodiscover(xml)).toEqual({ email, schema: OUTLOOK_SCHEMA });
});

test.for([
  ['nothing', ''],
  ['no XML', '{"EMailAddress":"ada@b.example"}'],
  ['an entity of its own', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${question('&a;')}`],
  ['no address', question('')],
  ['an address without end', question('a'.repeat(399))],
  ['a document without end', '<EMailAddress '.repeat(50_000)],
] as const)('anything else is not taken for a request of Outlook: %s [APP-01]', ([, xml]) => {
  expect(parseAutodiscover(xml)).toBeNull();
});

test('the Apple profile is a property list with one IMAP account and no password [APP-01]', () => {
  const ids = { profileId: '0199-a', accountId: '0199-b' };
  const xml = renderAppleProfile({ email: 'ada@bluebottle.example', organisation: 'Harbour Mail', servers, ...ids });
  expectWellFormed(xml);
  const valueOf = (key: string) =>
    new RegExp(`<key>${key}</key>\\s*<(?:string|integer)>([^<]*)<|<key>${key}</key>\\s*<(true|false)/>`)
      .exec(xml)
      ?.slice(1)
      .find((each) => each !== undefined);
  expect({
    type: valueOf('EmailAccountType'),
    address: valueOf('EmailAddress'),
    imap: valueOf('IncomingMailServerHostName'),
    imapPort: valueOf('IncomingMailServerPortNumber'),
    imapTls: valueOf('IncomingMailServerUseSSL'),
    user: valueOf('IncomingMailServerUsername'),
    smtp: valueOf('OutgoingMailServerHostName'),
    smtpPort: valueOf('OutgoingMailServerPortNumber'),
    smtpTls: valueOf('OutgoingMailServerUseSSL'),
  }).toEqual({
    type: 'EmailTypeIMAP',
    address: 'ada@bluebottle.example',
    imap: 'imap.mail.test',
    imapPort: '993',
    imapTls: 'true',
    user: 'ada@bluebottle.example',
    smtp: 'smtp.mail.test',
    smtpPort: '465',
    smtpTls: 'true',
  });
  expect(xml).toContain('<key>PayloadIdentifier</key>\n  <string>example.bluebottle.mail.0199-a</string>');
  expect(xml.match(/<key>PayloadUUID<\/key>/g)).toHaveLength(2);
  expect(xml).not.toMatch(/<key>(Incoming|Outgoing)Password<\/key>/);
});

test('no value can break out of its place, and what XML cannot hold is left out [APP-01]', () => {
  const bad = {
    imap: { host: HOSTILE, port: 993 },
    pop: { host: HOSTILE, port: 995 },
    smtp: { host: HOSTILE, port: 465 },
  };
  const ids = { profileId: 'p', accountId: 'a' };
  for (const xml of [
    renderAutoconfig({ domainName: HOSTILE, providerName: HOSTILE, servers: bad }),
    renderAutodiscover({ email: HOSTILE, displayName: HOSTILE, servers: bad }),
    renderAutodiscoverError({ code: 600, message: HOSTILE, now: new Date(0), id: 1 }),
    renderAppleProfile({ email: HOSTILE, organisation: HOSTILE, servers: bad, ...ids }),
  ]) {
    expectWellFormed(xml);
    expect(xml).toContain(ESCAPED);
  }
});
