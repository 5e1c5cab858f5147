import { expect, test } from 'vitest';
import { ROLES } from '../sign-in/index.ts';
import {
  countsOwnership,
  domainStatus,
  mayWithDomain,
  isOwnershipOverdue,
  ownershipDeadlineMillis,
  recheckAfterSeconds,
  recordsToPlan,
  type VerifiedPurposes,
} from './index.ts';
import { EXPECTED } from './testing/expected.ts';

const DAY = 86_400;

test('everyone except the owner of one mailbox sees and changes how the domain is set up [SUP-01]', () => {
  for (const action of ['read', 'change'] as const)
    expect(ROLES.filter((role) => !mayWithDomain(role, action))).toEqual(['accountAdmin']);
});

test.each([
  ['neo', false, true],
  ['general', true, true],
  ['general', false, false],
] as const)(
  'ownership in the %s brand, asked for by the partner: %s, must be proven: %s [VER-01]',
  (brand, enableDNSVerification, must) => {
    expect(countsOwnership(brand, { enableDNSVerification })).toBe(must);
  },
);

test('a plan includes everything but ownership that needs no proof [VER-01]', () => {
  const without = recordsToPlan(EXPECTED, { countsOwnership: false });
  expect(without).toEqual(EXPECTED.filter(({ purpose }) => purpose !== 'ownership'));
  expect(recordsToPlan(EXPECTED, { countsOwnership: true })).toEqual(EXPECTED);
});

test('ownership of a trial may stay unproven for 14 days, and for another day while lookups fail [VER-07]', () => {
  const deadline = ownershipDeadlineMillis({ createdAtMillis: 1_000, isTrial: true });
  expect(deadline).toBe(1_000 + 14 * DAY * 1_000);
  expect(ownershipDeadlineMillis({ createdAtMillis: 1_000, isTrial: false })).toBeNull();
  const at = (days: number, isAnswered: boolean) => isOwnershipOverdue(0, days * DAY * 1_000, isAnswered);
  expect([at(-0.001, true), at(0, true), at(0.999, false), at(1, false)]).toEqual([false, true, false, true]);
});

test('checks slow down with the age of the domain, and never stop', () => {
  const pauses = [0, 3_599, 3_600, DAY, 14 * DAY, 400 * DAY].map((ageSeconds) =>
    recheckAfterSeconds({ isConnected: false, ageSeconds }),
  );
  expect(pauses).toEqual([120, 120, 900, 7_200, DAY, DAY]);
  expect(recheckAfterSeconds({ isConnected: true, ageSeconds: 0 })).toBe(DAY);
});

const MAIL: VerifiedPurposes = { mx: true, spf: true };
test.each([
  ['all is seen', MAIL, false, null, 'verified'],
  ['all was seen, and nobody answers now', MAIL, false, 'LOOKUP_TIMEOUT', 'verified'],
  ['ownership is missing that counts', MAIL, true, null, 'verifying'],
  ['nothing is seen', {}, false, null, 'unverified'],
  ['the domain is not there', {}, false, 'DOMAIN_NOT_FOUND', 'unverified'],
  ['nobody answers', {}, false, 'LOOKUP_TIMEOUT', 'unknown'],
] as const)('the status when %s [VER-01] [VER-06]', (_title, verified, counts, failure, status) => {
  expect(domainStatus({ verified, countsOwnership: counts, hasMail: true, failure, wasChecked: true })).toBe(status);
});

test('a domain that was never checked is unknown [VER-01]', () => {
  expect(domainStatus({ verified: {}, countsOwnership: false, hasMail: true, failure: null, wasChecked: false })).toBe(
    'unknown',
  );
});

test('a domain with a site and no mail is judged by its site [VER-02]', () => {
  const status = (verified: VerifiedPurposes) =>
    domainStatus({ verified, countsOwnership: true, hasMail: false, failure: null, wasChecked: true });
  expect([status({ a: true, cname: true }), status({ a: true }), status(MAIL)]).toEqual([
    ...['verified', 'verifying', 'unverified'],
  ]);
});
