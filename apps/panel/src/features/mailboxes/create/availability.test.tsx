import type { UnavailabilityReason } from '@postern/contract/mailbox-administration';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../../testing/fake-api.ts';
import type { Handlers } from '../../../testing/operations.ts';
import { aSmallBusinessPartner } from '../../../testing/samples.ts';
import { openMailboxes } from '../../../testing/open-mailboxes.tsx';

const who = () => page.getByRole('textbox', { name: 'Who is it for?' });
const address = () => page.getByRole('textbox', { name: 'Address' });
const submit = () => page.getByRole('dialog').getByRole('button', { name: 'Create mailbox' });

/** A server that gives the same answer for every address. */
const saying = (reason?: UnavailabilityReason): Handlers => ({
  checkEmailAvailability: ({ emails }) => ({
    availabilityStatus: Object.fromEntries(
      emails.map((email) => [email, reason ? { isAvailable: false, reason } : { isAvailable: true }]),
    ),
  }),
});

async function openForm(handlers: Handlers, brand: 'neo' | 'general' = 'neo') {
  const partner: Handlers = brand === 'neo' ? { readPartnerInfo: aSmallBusinessPartner } : {};
  const opened = await openMailboxes({ handlers: { ...partner, ...handlers } });
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await who().fill('Bob Quinn');
  return opened;
}

test('the small-business brand checks before submitting whether the lower-cased address is free [MBX-09]', async () => {
  const { api } = await openForm(saying());
  await address().fill('Bob');
  await submit().click();
  await expect.element(page.getByRole('dialog', { name: /created/ })).toBeVisible();
  const [asked] = api.callsOf('checkEmailAvailability');
  expect(asked?.input).toEqual({ emails: ['bob@bluebottle.coffee'], domainName: 'bluebottle.coffee' });
  expect(api.callsOf('createMailbox')).toHaveLength(1);
});

test.for([
  ['emailExists', 'This email address already exists.'],
  ['userNotFound', 'Enter the part before the @.'],
  ['emailInvalid', "“bob” can't be used in an address. Choose another name."],
  ['TOP_BRAND', '“bob” is the name of a well-known company. Choose another name.'],
  ['DomainNotFound', 'bluebottle.coffee is no longer in your account. Reload the page.'],
] as const)(
  'an address that is not available says why (%s) when the field is left, and is not sent [MBX-09]',
  async ([reason, text]) => {
    const { api } = await openForm(saying(reason));
    await address().fill('bob');
    await who().click();
    await expect.element(page.getByText(text)).toBeVisible();
    await submit().click();
    await expect.element(address()).toHaveFocus();
    await expectAccessible();
    expect(api.callsOf('createMailbox')).toEqual([]);
    await address().fill('bobby');
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  },
);

test.for([
  ['no connection', () => noConnection(), /Check your connection and try again.$/],
  ['a refusal', () => refusal('NOT_AUTHORIZED'), /is free. Try again in a moment.$/],
] as const)(
  'when the check ends in %s, nothing is sent, and the next try asks again [MBX-09]',
  async ([, fail, text]) => {
    const { api } = await openForm({
      checkEmailAvailability: () => {
        throw fail();
      },
    });
    await address().fill('bob');
    await submit().click();
    await expect.element(page.getByText(text)).toBeVisible();
    expect(api.callsOf('createMailbox')).toEqual([]);
    api.use(saying());
    await submit().click();
    await expect.element(page.getByRole('dialog', { name: /created/ })).toBeVisible();
  },
);

test('the general brand checks nothing before submitting [MBX-09]', async () => {
  const { api } = await openForm({}, 'general');
  await address().fill('bob');
  await submit().click();
  await expect.poll(() => api.callsOf('createMailbox')).toHaveLength(1);
  expect(api.callsOf('checkEmailAvailability')).toEqual([]);
});
