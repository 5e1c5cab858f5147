import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../testing/fake-api.ts';
import { aLogin } from '../../testing/samples.ts';
import { LAUNCH_FLAG } from './create/use-launch-flag.ts';
import { actionsOf, choose, openAdministration, sevenMailboxesWith } from './testing/open-dialog.ts';
import { sevenMailboxes } from '../../testing/serving-mailboxes.ts';

const row = (name: RegExp) => page.getByRole('row', { name });
const alternate = () => page.getByRole('textbox', { name: 'Alternate email' });

test('a mailbox gets the admin right and loses it again [MBX-07]', async () => {
  const all = sevenMailboxes();
  const { api } = await openAdministration({ mailboxes: all });
  await choose('bert', 'Make admin');
  await expectAccessible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click();
  await expect.element(page.getByText('bert@bluebottle.coffee is now an admin.')).toBeVisible();
  await expect.element(row(/Bert Maas/)).toMatchTextContent(/Admin/);
  await expect.element(actionsOf('bert')).toHaveFocus();
  await choose('bert', 'Remove admin rights');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove rights' }).click();
  await expect.element(page.getByText('bert@bluebottle.coffee is no longer an admin.')).toBeVisible();
  await expect.element(row(/Bert Maas/)).not.toMatchTextContent(/Admin/);
  const accountId = all[2]!.id;
  expect(api.callsOf('updateMailbox').map(({ input }) => input)).toEqual([
    { accountId, accountConfig: { isAdmin: true } },
    { accountId, accountConfig: { isAdmin: false } },
  ]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(row(/Bert Maas/)).toMatchTextContent(/Admin/);
});

test('the last active admin keeps the right; a suspended one does not count [MBX-07]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('dev', { status: 'suspended' }) });
  await choose('ada', 'Remove admin rights');
  await expect.element(page.getByRole('dialog', { name: 'Ada Fields is the only active admin' })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await choose('dev', 'Remove admin rights');
  await expect.element(page.getByRole('alertdialog', { name: 'Remove the admin rights of Dev Patel?' })).toBeVisible();
  expect(api.callsOf('updateMailbox')).toEqual([]);
});

test('if another admin has just lost the right, the server protects the last admin [MBX-07]', async () => {
  await openAdministration({
    handlers: {
      updateMailbox: () => {
        throw refusal('LAST_ADMIN');
      },
    },
  });
  await choose('dev', 'Remove admin rights');
  await page.getByRole('button', { name: 'Remove rights' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Dev Patel is the only active admin' })).toBeVisible();
});

test('a domain admin switches off a second factor, and its menu entry disappears [MBX-08]', async () => {
  const { api } = await openAdministration({ mailboxes: sevenMailboxesWith('bert', { flags: ['TWO_FA_ENABLED'] }) });
  await choose('bert', 'Disable two-factor sign-in');
  await expectAccessible();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect.element(page.getByText('bert@bluebottle.coffee now signs in with the password alone.')).toBeVisible();
  expect(api.callsOf('updateMailbox')[0]?.input['accountConfig']).toEqual({ unsetFlags: ['TWO_FA_ENABLED'] });
  await actionsOf('bert').click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: /two-factor/ })).not.toBeInTheDocument();
});

test('an alternate email is required, valid, and not the mailbox itself [MBX-10]', async () => {
  const { api } = await openAdministration({
    mailboxes: sevenMailboxesWith('bert', { alternateEmail: 'old@home.example' }),
  });
  await choose('bert', 'Alternate email');
  await expect.element(alternate()).toHaveValue('old@home.example');
  await alternate().fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter an email address.')).toBeVisible();
  await expectAccessible();
  for (const typed of ['bert@home', 'bert@bluebottle.coffee']) {
    await alternate().fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Enter a complete address other than/)).toBeVisible();
  }
  await alternate().fill('Bert@Home.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The alternate email of bert@bluebottle.coffee is saved.')).toBeVisible();
  expect(api.callsOf('updateMailbox').map(({ input }) => input['userEmail'])).toEqual(['bert@home.example']);
});

test('an alternate email that could not be saved says so and stays in the field [MBX-10]', async () => {
  await openAdministration({
    handlers: {
      updateMailbox: () => {
        throw noConnection();
      },
    },
  });
  await choose('bert', 'Alternate email');
  await alternate().fill('bert@home.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^The alternate email wasn't saved. We couldn't reach the server/)).toBeVisible();
  await expect.element(alternate()).toHaveValue('bert@home.example');
});

test('a person without an alternate email who is sent to the form gives one first [MBX-10, MBX-03]', async () => {
  const all = sevenMailboxes();
  const own = all[4]!;
  const { api } = await openAdministration({
    mailboxes: all,
    path: `/email-accounts?${LAUNCH_FLAG}=true`,
    signedIn: aLogin({ token: 'dev', accountId: own.id, userEmail: own.email }),
  });
  await expect.element(page.getByRole('dialog', { name: 'Add an alternate email first' })).toBeVisible();
  await expect.element(alternate()).toHaveFocus();
  await expectAccessible();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect.element(page.getByText('Enter an email address.')).toBeVisible();
  await alternate().fill('dev@home.example');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Create a mailbox' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Who is it for?' })).toHaveFocus();
  expect(api.callsOf('updateMailbox').map(({ input }) => input)).toEqual([
    { accountId: own.id, userEmail: 'dev@home.example' },
  ]);
});

test('a person with an alternate email gets the form at once [MBX-10, MBX-03]', async () => {
  const mailboxes = sevenMailboxesWith('dev', { alternateEmail: 'dev@home.example' });
  await openAdministration({
    mailboxes,
    path: `/email-accounts?${LAUNCH_FLAG}=true`,
    signedIn: aLogin({ token: 'dev-2', accountId: mailboxes[4]!.id }),
  });
  await expect.element(page.getByRole('dialog', { name: 'Create a mailbox' })).toBeVisible();
});

test('where modals are pages, a dialog replaces the list until it is closed [MBX-07]', async () => {
  localStorage.setItem('view', 'widget');
  await openAdministration({ keepStorage: true, viewport: [720, 800] });
  await choose('bert', 'Make admin');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Make Bert Maas an admin?' })).toBeVisible();
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(actionsOf('bert')).toHaveFocus();
  localStorage.removeItem('view');
});
