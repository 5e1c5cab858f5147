import { expect, test } from 'vitest';
import { areFirstStepsOver } from './are-first-steps-over.ts';
import { type DomainFacts, domainStep } from './domain-step.ts';
import { type FirstStepsFacts, firstSteps } from './first-steps.ts';

const NEW: FirstStepsFacts = { mailboxes: 0, domain: 'open', isPhoneSetUp: false, isTeamTold: false };
const DONE: FirstStepsFacts = { mailboxes: 1, domain: 'connected', isPhoneSetUp: true, isTeamTold: true };

test.each<[string, Partial<FirstStepsFacts>, string]>([
  ['a new customer begins with a mailbox, and may connect the domain', {}, 'next open later later'],
  ['with a mailbox the domain is next', { mailboxes: 1 }, 'done next open open'],
  ['while we wait for the domain, the phone is next', { mailboxes: 1, domain: 'set' }, 'done waiting next open'],
  ['a first check is waited for', { domain: 'checking' }, 'next waiting later later'],
  ['a domain whose mail has left has failed', { mailboxes: 1, domain: 'left' }, 'done failed next open'],
  ['a phone without a mailbox counts for nothing', { isPhoneSetUp: true, isTeamTold: true }, 'next open later later'],
  ['with all done nothing is next', DONE, 'done done done done'],
])('%s', (_, facts, wanted) => {
  expect(Object.values(firstSteps({ ...NEW, ...facts })).join(' ')).toBe(wanted);
});

const NOT_SEEN: DomainFacts = {
  ...{ status: 'unknown', wasAnswered: false, hasFailed: false, setAtMillis: null },
  ...{ mailReceives: false, mailState: 'waiting' },
};

test.each<[string, Partial<DomainFacts>, string]>([
  ['before the first answer it is being checked', {}, 'checking'],
  ['a check that got no answer leaves it to a person', { hasFailed: true }, 'open'],
  ['missing records are open', { status: 'unverified', wasAnswered: true }, 'open'],
  ['records that we have set are waited for', { status: 'verifying', wasAnswered: true, setAtMillis: 1 }, 'set'],
  ['verified records alone do not count while mail is refused', { status: 'verified', wasAnswered: true }, 'open'],
  ['mail that arrives by verified records does', { status: 'verified', mailReceives: true }, 'connected'],
  ['records that led here and lead elsewhere now', { status: 'verifying', mailState: 'moved-away' }, 'left'],
])('of a domain: %s [VER-05]', (_, facts, wanted) => {
  expect(domainStep({ ...NOT_SEEN, ...facts })).toBe(wanted);
});

test('the list is over when all is done, after two months with a connected domain, and without a mail plan', () => {
  const day = 24 * 3_600_000;
  expect(areFirstStepsOver(DONE, 0, day)).toBe(true);
  expect(areFirstStepsOver({ ...DONE, isTeamTold: false }, 0, 60 * day)).toBe(false);
  expect(areFirstStepsOver({ ...DONE, isTeamTold: false }, 0, 60 * day + 1)).toBe(true);
  expect(areFirstStepsOver({ ...DONE, domain: 'set' }, 0, 600 * day)).toBe(false);
  expect(areFirstStepsOver(NEW, null, day)).toBe(true);
});
