import { addAlias } from '@postern/contract/aliases';
import { checkEmailAvailability } from '@postern/contract/mailbox-administration';
import { expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox } from '../../../testing/builders.ts';
import { useTestApp } from '../../../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

test('every address is answered under its spelling in the request: free, taken by a mailbox or alias, malformed or a brand [MBX-09]', async () => {
  const customer = await aCustomerWithDomain(app);
  const { domain, token } = customer;
  const { email } = await aMailbox(app, customer, 'anna');
  await app.must(addAlias, { alias: 'sales', email, displayName: 'Sales' }, { token });
  const emails = ['Bert', 'ANNA', 'sales', 'an na', '', 'paypal'].map((name) => `${name}@${domain}`);
  const { availabilityStatus } = await app.must(checkEmailAvailability, { emails, domainName: domain }, { token });
  expect(emails.map((one) => availabilityStatus[one])).toEqual([
    { isAvailable: true },
    { isAvailable: false, reason: 'emailExists' },
    { isAvailable: false, reason: 'emailExists' },
    { isAvailable: false, reason: 'emailInvalid' },
    { isAvailable: false, reason: 'userNotFound' },
    { isAvailable: false, reason: 'TOP_BRAND' },
  ]);
});

test("a domain that isn't the caller's is not found, whether it is taken or not [MBX-09] [API-02]", async () => {
  const { token, domain } = await aCustomerWithDomain(app);
  const other = await aCustomerWithDomain(app);
  const theirs = await aMailbox(app, other, 'anna');
  const reasonOf = async (email: string, domainName: string) =>
    (await app.must(checkEmailAvailability, { emails: [email], domainName }, { token })).availabilityStatus[email];
  const unknown = { isAvailable: false, reason: 'DomainNotFound' };
  expect(await reasonOf(theirs.email, other.domain)).toEqual(unknown);
  expect(await reasonOf(theirs.email, domain)).toEqual(unknown);
  expect(await reasonOf('anna@nobody-has.test', 'nobody-has.test')).toEqual(unknown);
  expect(await reasonOf(`bert@${domain}`, ` ${domain.toUpperCase()}`)).toEqual({ isAvailable: true });
});
