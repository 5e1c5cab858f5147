import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/check-accessibility.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aBundle, aLogin } from '../../../testing/samples.ts';
import { actionsOf, choose, openAdministration, sevenMailboxesWith } from '../testing/open-dialog.ts';

const HOME = 'bert@home.example';
const recipient = () => page.getByRole('textbox', { name: 'Send the link to' });
const dialog = (name: string) => page.getByRole('dialog', { name });
const invalid = () => page.getByText("This isn't a complete email address. It looks like name@example.com.");
const aSupporter = () =>
  aLogin({
    token: 'sam',
    isDomainAdmin: false,
    actor: { role: 'partnerSupport', id: aLogin().actor.id, attrs: { userName: 'Sam' } },
  });
const aYoungDomain = () => ({
  listBundles: () => ({ bundles: [aBundle({ createdAt: new Date(Date.now() - 86_400_000).toISOString() })] }),
});

test('a password is reset by a link to the alternate email, or to another address [MBX-06]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('bert', { alternateEmail: HOME }) });
  await choose('bert', 'Reset password');
  await expect.element(recipient()).toHaveValue(HOME);
  await expectAccessible();
  await recipient().fill(' Bert.Maas@Work.example ');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect
    .element(page.getByText('The link for a new password is on its way to bert.maas@work.example.'))
    .toBeVisible();
  expect(api.callsOf('resetMailboxPassword').map(({ input }) => input)).toEqual([
    { email: 'bert@bluebottle.coffee', recipient: 'bert.maas@work.example', source: 'email-accounts' },
  ]);
  await expect.element(actionsOf('bert')).toHaveFocus();
});

test.for(['', 'bert', 'bert@home'])('a link is not sent to “%s” [MBX-06]', async (typed) => {
  const { api } = await openAdministration();
  await choose('bert', 'Reset password');
  await recipient().fill(typed);
  await userEvent.keyboard('{Enter}');
  await expect.element(invalid()).toBeVisible();
  await expect.element(recipient()).toHaveFocus();
  await expectAccessible();
  await recipient().fill(HOME);
  await expect.element(invalid()).not.toBeInTheDocument();
  expect(api.callsOf('resetMailboxPassword')).toEqual([]);
});

test('an address that the server refuses is marked, and a rate limit says when to try again [MBX-06]', async () => {
  const { api } = await openAdministration({
    handlers: {
      resetMailboxPassword: () => {
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'recipient', code: 'X', message: '' }] } });
      },
    },
  });
  await choose('bert', 'Reset password');
  await recipient().fill(HOME);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect.element(invalid()).toBeVisible();
  api.use({
    resetMailboxPassword: () => {
      throw refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 120 });
    },
  });
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect.element(page.getByText('Too many attempts. Try again in 2 minutes.')).toBeVisible();
});

test('login info of a young domain is sent without a password, to valid addresses only [MBX-06]', async () => {
  const { api } = await openAdministration({ handlers: aYoungDomain() });
  await choose('bert', 'Share login info');
  await expectAccessible();
  await recipient().fill('bert@home.x');
  await page.getByRole('button', { name: 'Send login info' }).click();
  await expect.element(invalid()).toBeVisible();
  await recipient().fill(HOME);
  await page.getByRole('button', { name: 'Send login info' }).click();
  await expect.element(page.getByText(`The login info is on its way to ${HOME}.`)).toBeVisible();
  expect(api.callsOf('sendLoginDetails').map(({ input }) => input)).toEqual([
    { email: 'bert@bluebottle.coffee', recipient: HOME },
  ]);
});

test('support creates no mailbox and sends no links for passwords [MBX-06] [SUP-01]', async () => {
  await openAdministration({
    mailboxes: sevenMailboxesWith('bert', { alternateEmail: HOME }),
    signedIn: aSupporter(),
  });
  await actionsOf('bert').click();
  await expect.element(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Reset password' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Create mailbox' })).not.toBeInTheDocument();
});

test('the details of a new mailbox are sent from its panel, once the address is valid [MBX-06, MBX-02]', async () => {
  const { api } = await openAdministration();
  await page.getByRole('button', { name: 'Create mailbox' }).click();
  await page.getByRole('textbox', { name: 'Who is it for?' }).fill('Bob Quinn');
  await page.getByRole('textbox', { name: 'Address' }).fill('bob');
  await dialog('Create a mailbox').getByRole('button', { name: 'Create mailbox' }).click();
  const panel = dialog('Mailbox created');
  const send = panel.getByRole('button', { name: 'Send', exact: true });
  const to = panel.getByRole('textbox', { name: 'Send login details to' });
  await expect.element(send).toBeDisabled();
  await to.fill(`bob@home.${'x'.repeat(25)}`);
  await expect.element(send).toBeDisabled();
  await to.fill('bob@home.example');
  await send.click();
  await expect.element(panel.getByText('Sent to bob@home.example.')).toBeVisible();
  await expect.element(send).toBeDisabled();
  await expectAccessible();
  expect(api.callsOf('sendLoginDetails').map(({ input }) => input)).toEqual([
    { email: 'bob@bluebottle.coffee', recipient: 'bob@home.example' },
  ]);
});
