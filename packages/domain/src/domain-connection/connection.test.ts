import { expect, test } from 'vitest';
import {
  effectOfFailure,
  checkNewDomain,
  compareRecords,
  expectedRecords,
  isConnected,
  type RegistrableDomain,
  verifiedAfter,
} from './index.ts';

const EXPECTED = expectedRecords({
  mxHosts: ['mx1.postern.test'],
  spfText: 'v=spf1 include:spf.postern.test ~all',
  ownershipText: 'postern-verification=abc',
  siteA: '192.0.2.10',
  siteCname: 'site.postern.test',
});
const GOOD = EXPECTED.map(({ type, host, ttlSeconds, value }) => ({ type, host, ttlSeconds, value }));

test('a domain is verified by what is found, purpose by purpose [VER-01, VER-02]', () => {
  const verified = verifiedAfter({}, compareRecords(EXPECTED, GOOD));
  expect(verified).toEqual({ ownership: true, mx: true, spf: true, a: true, cname: true });
  const foreign = { type: 'MX', host: '@', ttlSeconds: 3600, value: '5 mx.other.test' } as const;
  expect(verifiedAfter(verified, compareRecords(EXPECTED, [...GOOD, foreign]))).toMatchObject({ mx: false, spf: true });
  const older = { type: 'TXT', host: '@', ttlSeconds: 3600, value: 'postern-verification=old' } as const;
  expect(verifiedAfter({}, compareRecords(EXPECTED, [...GOOD, older]))).toMatchObject({ ownership: true });
});

test('a lookup without an answer changes nothing that was verified, and verifies nothing [VER-06]', () => {
  const unanswered = [
    { host: '@', type: 'TXT' },
    { host: '@', type: 'MX' },
  ] as const;
  const findings = compareRecords(EXPECTED, [], unanswered);
  const before = { ownership: true, mx: true, spf: false, a: true, cname: true };
  expect(verifiedAfter(before, findings)).toEqual({ ownership: true, mx: true, spf: false, a: false, cname: false });
  expect(verifiedAfter({}, findings).mx).toBeUndefined();
});

test.each([
  [{ ownership: true, mx: true, spf: true }, true, true],
  [{ ownership: false, mx: true, spf: true }, true, false],
  [{ ownership: false, mx: true, spf: true }, false, true],
  [{ ownership: true, mx: false, spf: true }, false, false],
  [{ ownership: true, mx: true }, false, false],
])('%j with ownership counting: %s, mail is connected: %s [VER-01]', (verified, countsOwnership, expected) => {
  expect(isConnected(verified, { countsOwnership, hasMail: true })).toBe(expected);
});

test.each([
  [{ a: true, cname: true }, true],
  [{ a: true, cname: false }, false],
  [{ cname: true }, false],
])('%j: the site is connected: %s [VER-02]', (verified, expected) => {
  expect(isConnected(verified, { countsOwnership: true, hasMail: false })).toBe(expected);
});

test.each([
  ['LOOKUP_TIMEOUT', { LookupTimeout: true, DomainNotFound: false, isUnknown: true }],
  ['HOST_NOT_FOUND', { LookupTimeout: false, DomainNotFound: true, isUnknown: false }],
  ['DOMAIN_NOT_FOUND', { LookupTimeout: false, DomainNotFound: true, isUnknown: false }],
  ['NAME_SERVER_NOT_FOUND', { LookupTimeout: false, DomainNotFound: false, isUnknown: true }],
  ['ZONE_INACTIVE', { LookupTimeout: false, DomainNotFound: false, isUnknown: true }],
  ['OTHER', { LookupTimeout: false, DomainNotFound: false, isUnknown: true }],
] as const)('after %s the panel shows %j [VER-06]', (failure, effect) => {
  expect(effectOfFailure(failure)).toEqual(effect);
});

/** A small public suffix list: `test` and `co.test` are suffixes, and a company gives out names under `pages.test`. */
const registrable: RegistrableDomain = (name) => {
  const isShared = /(?:^|\.)pages\.test$/.test(name);
  const suffix = /(?:^|\.)co\.test$/.test(name) ? 2 : 1;
  const labels = name.split('.');
  return { isShared, domain: labels.length > suffix ? labels.slice(-suffix - 1).join('.') : null };
};

test.each([
  ['new.test', 'new.test'],
  [' New.TEST. ', 'new.test'],
  ['bücher.test', 'xn--bcher-kva.test'],
  ['new.co.test', 'new.co.test'],
  ['', 'DOMAIN_REQUIRED'],
  ['   ', 'DOMAIN_REQUIRED'],
  ['old.test', 'DOMAIN_UNCHANGED'],
  ['OLD.test.', 'DOMAIN_UNCHANGED'],
  ['https://new.test', 'DOMAIN_HAS_PROTOCOL'],
  ['mailto:new.test', 'DOMAIN_HAS_PROTOCOL'],
  ['new.test/path', 'DOMAIN_HAS_PROTOCOL'],
  ['www.new.test', 'DOMAIN_IS_SUBDOMAIN'],
  ['www.new.co.test', 'DOMAIN_IS_SUBDOMAIN'],
  ['co.test', 'DOMAIN_IS_SUFFIX'],
  ['shop.pages.test', 'DOMAIN_IS_SHARED'],
  ['new', 'DOMAIN_NEEDS_TWO_LABELS'],
  ['ne_w.test', 'DOMAIN_LABEL_INVALID'],
  ['192.0.2.1', 'DOMAIN_IS_IP_ADDRESS'],
  ['a'.repeat(100_000), 'DOMAIN_TOO_LONG'],
])("moving from old.test to '%s' gives %s [VER-05]", (newDomain, outcome) => {
  const checked = checkNewDomain({ newDomain, ownershipConfirmed: true }, 'old.test', registrable);
  expect(checked.ok ? checked.value : checked.code).toBe(outcome);
});

test('a domain is not changed before its ownership is confirmed [VER-05]', () => {
  const checked = checkNewDomain({ newDomain: 'new.test', ownershipConfirmed: false }, 'old.test', registrable);
  expect(checked).toMatchObject({ ok: false, code: 'OWNERSHIP_NOT_CONFIRMED' });
});
