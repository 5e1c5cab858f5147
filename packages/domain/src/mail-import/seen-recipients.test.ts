import { expect, test } from 'vitest';
import { holdsReceivedMail, recipientsIn, withoutHome } from './seen-recipients.ts';

test.for([
  ['To: Info <Info@acme.test>, "x, y" <bert@acme.test>', ['info', 'bert']],
  ['Cc: a@other.test,\r\n carl+news@acme.test', ['carl']],
  ['Delivered-To: dora@acme.test\r\nX-Original-To: sales@acme.test\r\nEnvelope-To: dora@acme.test', ['dora', 'sales']],
  ['From: eve@acme.test\r\nReply-To: eve@acme.test\r\nSubject: to: eve@acme.test', []],
  ['To: anna@acme.test.evil.example, anna@notacme.test, anna@mail.acme.test', []],
  ['To: anna@acme.test.', ['anna']],
  ["To: =?utf-8?q?x?= <o'neil@acme.test>, a..b@acme.test, .x@acme.test", []],
  [
    `To: ${Array.from({ length: 200 }, (_, at) => `a${at}@acme.test`).join(', ')}`,
    Array.from({ length: 50 }, (_, at) => `a${at}`),
  ],
] as const)('of the header %s the recipients at the domain are %s [IMP-02]', ([header, names]) => {
  expect(recipientsIn(header, 'acme.test')).toEqual(names);
});

test('a hostile header of the greatest length is read in reasonable time [IMP-02]', { timeout: 2_000 }, () => {
  const header = `To: ${'a.'.repeat(24_000)}@acme.test${'\r\n x'.repeat(5_000)}`;
  expect(recipientsIn(header, 'acme.test')).toEqual([]);
});

test('only folders of received mail count [IMP-02]', () => {
  expect(['INBOX', 'INBOX/Lists', 'Kunden/A', 'Archive'].every(holdsReceivedMail)).toBe(true);
  expect(['Sent', 'Sent/2019', 'Drafts', 'Junk', 'Trash'].some(holdsReceivedMail)).toBe(false);
});

test('missing addresses list imported accounts first, and with a catch-all none is missing [IMP-02]', () => {
  const seen = (email: string, messages: number, isSource = false) => ({ email, messages, isSource, lastSeenAt: null });
  const all = [seen('a@x.test', 3), seen('b@x.test', 9), seen('c@x.test', 0, true), seen('d@x.test', 99)];
  const housed = new Set(['d@x.test']);
  expect(withoutHome(all, { housed, hasCatchAll: false }).map(({ email }) => email)).toEqual([
    'c@x.test',
    'b@x.test',
    'a@x.test',
  ]);
  expect(withoutHome(all, { housed, hasCatchAll: true })).toEqual([]);
});
