import { expect, test } from 'vitest';
import { canAddForwarder, checkForwarderAddress, checkRecipient, checkRecipientCount } from './index.ts';
import { FORWARDER_RECIPIENTS_MAXIMUM, FORWARDERS_MAXIMUM } from './limits.ts';

test.each([
  [' Team@Shop.test', 'team@shop.test'],
  ['team@elsewhere.test', 'OTHER_DOMAIN'],
  ['team', 'OTHER_DOMAIN'],
  ['te am@shop.test', 'USER_NAME_CHARACTERS'],
  ['@shop.test', 'USER_NAME_REQUIRED'],
])("the forwarder '%s' becomes %s [FWD-01]", (text, expected) => {
  const outcome = checkForwarderAddress(text, 'shop.test');
  expect(outcome.ok ? outcome.value : outcome.code).toBe(expected);
});

test.each([
  ['anna@shop.test', 'mailbox', 'OK'],
  ['info@shop.test', 'alias', 'RECIPIENT_NOT_A_MAILBOX'],
  ['nobody@shop.test', null, 'RECIPIENT_NOT_A_MAILBOX'],
  ['all@shop.test', 'forwarder', 'FORWARDER_LOOP'],
  ['team@shop.test', null, 'FORWARDER_LOOP'],
  ['anna@elsewhere.test', 'mailbox', 'OTHER_DOMAIN'],
  ['anna', null, 'OTHER_DOMAIN'],
] as const)('%s, which is a %s, as a recipient: %s [FWD-01]', (email, kind, expected) => {
  const verdict = checkRecipient(email, kind, { email: 'team@shop.test', domainName: 'shop.test' });
  expect(verdict.ok ? 'OK' : verdict.code).toBe(expected);
});

test('a forwarder has from one to a hundred recipients, a domain at most five hundred forwarders [FWD-01]', () => {
  const codes = [0, 1, FORWARDER_RECIPIENTS_MAXIMUM, FORWARDER_RECIPIENTS_MAXIMUM + 1].map((count) => {
    const verdict = checkRecipientCount(count);
    return verdict.ok ? 'OK' : verdict.code;
  });
  expect(codes).toEqual(['LAST_RECIPIENT', 'OK', 'OK', 'TOO_MANY_RECIPIENTS']);
  expect(canAddForwarder(FORWARDERS_MAXIMUM - 1).ok).toBe(true);
  expect(canAddForwarder(FORWARDERS_MAXIMUM)).toMatchObject({ code: 'FORWARDER_LIMIT_REACHED' });
});
