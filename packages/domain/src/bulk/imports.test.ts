import { expect, test } from 'vitest';
import { type CommonServer, checkImports } from './check-imports.ts';
import { readImports } from './read-imports.ts';

const COMMON: CommonServer = { host: 'imap.oldhost.test', port: 993, ssl: true };
const check = (text: string, common: CommonServer = COMMON) =>
  checkImports(readImports(text).imports, { domainName: 'acme.test', common, allowedPorts: [143, 993] });
const outcomes = (text: string, common: CommonServer = COMMON) =>
  check(text, common).map(({ outcome }) => (outcome.ok ? outcome.value : outcome.code));

test('a row needs only the old address: the defaults are the common server, the mailbox of the same name, and asking the owner [IMP-01]', () => {
  const base = { host: 'imap.oldhost.test', port: 993, ssl: true };
  expect(outcomes('anna@old.test, secret, ada\nbert@old.test,,,boss@home.test')).toEqual([
    { ...base, remoteEmail: 'anna@old.test', address: 'ada@acme.test', password: 'secret', ownerEmail: null },
    { ...base, remoteEmail: 'bert@old.test', address: 'bert@acme.test', password: null, ownerEmail: 'boss@home.test' },
  ]);
});

test('columns may come in any order, unknown ones are reported, and each row may have its own server [IMP-01]', () => {
  const text =
    'Host;Port;Kommentar;Von;Passwort;Ziel;SSL\nmail.one.test;143;x;a@one.test;p;a;\nmail.two.test;;;b@two.test;p;b;nein';
  expect(readImports(text).ignoredColumns).toEqual(['Kommentar']);
  expect(outcomes(text)).toMatchObject([
    { host: 'mail.one.test', port: 143, ssl: false },
    { host: 'mail.two.test', port: 143, ssl: false },
  ]);
});

test('a known provider needs no server, but the common server takes precedence [IMP-01]', () => {
  expect(outcomes('a@gmx.de,p', null)).toMatchObject([{ host: 'imap.gmx.net', port: 993, ssl: true }]);
  expect(outcomes('a@gmx.de,p')).toMatchObject([{ host: 'imap.oldhost.test' }]);
  expect(outcomes('a@unknown.test,p', null)).toEqual(['HOST_REQUIRED']);
});

test('a password keeps its spaces, quotation marks and separators [IMP-01]', () => {
  expect(outcomes('a@old.test," p""w;, ä§\\ "')).toMatchObject([{ password: ' p"w;, ä§\\ ' }]);
});

test.for([
  [',secret', 'SOURCE_REQUIRED'],
  ['anna@,p', 'SOURCE_INVALID'],
  ['anna@old.test,p,ada@other.test', 'OTHER_DOMAIN'],
  ['anna@old.test,,,nobody', 'OWNER_INVALID'],
  ['anna@old.test,p,,,0177.0.0.1', 'HOST_INVALID'],
  ['anna@old.test,p,,,mail.one.test,25', 'PORT_NOT_ALLOWED'],
  ['anna@old.test,p,,,mail.one.test,x', 'PORT_INVALID'],
  ['anna@old.test,p,,,mail.one.test:993,143', 'PORTS_DIFFER'],
  ['anna@old.test,p,,,mail.one.test,993,perhaps', 'SSL_UNCLEAR'],
  ['anna@old.test,"p', 'QUOTE_NOT_CLOSED'],
  ['a@old.test,p,a,,h.test,993,yes,more', 'TOO_MANY_CELLS'],
] as const)('the row %s is refused as %s [IMP-01]', ([text, code]) => {
  expect(outcomes(text)).toEqual([code]);
});

test('the same account into the same mailbox is imported once, and two accounts into one mailbox are two imports [IMP-01]', () => {
  expect(check('a@old.test,p,x\nA@old.test,q,x\nb@old.test,p,x').map(({ outcome }) => outcome)).toMatchObject([
    { ok: true },
    { code: 'DUPLICATE_ROW', attrs: { firstRow: 1 } },
    { ok: true },
  ]);
});
