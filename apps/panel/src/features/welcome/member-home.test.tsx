import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { gate } from '../../testing/fake-api.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../testing/samples.ts';

const max = aLogin({
  actor: { role: 'accountAdmin', id: '00000000-0000-4000-8000-000000000031', attrs: { userName: 'Max Stone' } },
  userEmail: 'max@bluebottle.coffee',
  accountId: '00000000-0000-4000-8000-000000000031',
  adminType: 'account',
  isDomainAdmin: false,
});
const OWN = {
  ...{ email: 'max@bluebottle.coffee', displayName: 'Max Stone', quotaUsed: 12_698, quotaLimit: 30_720, aliases: [] },
  admins: [
    { email: 'ada@bluebottle.coffee', displayName: 'Ada Fields' },
    { email: 'dev@bluebottle.coffee', displayName: 'Dev Patel' },
  ],
};
const phone = { id: '00000000-0000-4000-8000-000000000051', name: 'Phone', createdAt: '2026-10-01T08:00:00.000Z' };
const open = (options: PanelOptions = {}) =>
  renderPanel('/', {
    signedIn: max,
    isNewHere: true,
    ...options,
    handlers: {
      readOwnMailbox: () => OWN,
      listAppPasswords: () => ({ appPasswords: [phone], limit: 20 }),
      readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }),
      ...options.handlers,
    },
  });
const heading = page.getByRole('heading', { level: 1, name: 'Your mailbox' });

test('a mailbox user without admin rights has a home: storage, apps, password, app passwords and admins [MBX-14]', async () => {
  const { api } = await open();
  await expect.element(heading).toBeVisible();
  const meter = page.getByRole('meter', { name: 'Storage' });
  await expect
    .poll(() => meter.query()?.getAttribute('aria-valuetext')?.replaceAll(/\s/g, ' '))
    .toBe('12.4 GB of 30 GB');
  await expect.element(page.getByRole('link', { name: 'ada@bluebottle.coffee' })).toBeVisible();
  await expect.element(page.getByText('Dev Patel')).toBeVisible();
  await expect.element(page.getByText('Phone', { exact: true })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open webmail' }))
    .toHaveAttribute('href', 'https://webmail.harbour.test/');
  await expect
    .element(page.getByRole('link', { name: 'iPhone, iPad and Mac' }))
    .toHaveAttribute('href', '/device-download');
  expect(document.title).toBe('Your mailbox · Harbour Mail');
  expect(api.callsOf('listMailboxes')).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Mailboxes' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectAccessible();
});

test('nothing that is shown moves when the storage, the app passwords and the admins arrive [MBX-14]', async () => {
  const held = gate();
  await open({
    handlers: {
      readOwnMailbox: async () => {
        await held.closed;
        return OWN;
      },
    },
  });
  const apps = page.getByRole('heading', { name: 'Set up your mail apps' });
  const top = () => apps.element().getBoundingClientRect().top;
  await expect.element(apps).toBeVisible();
  const before = top();
  const help = page.getByRole('heading', { name: 'Help' });
  await expect.element(help).not.toBeInTheDocument();
  held.open();
  await expect.element(help).toBeVisible();
  expect(top()).toBe(before);
});

test('the password is changed from there, twice the same and strong enough [MBX-14] [ENT-12]', async () => {
  const { api } = await open({ handlers: { changePassword: () => ({}) } });
  await page.getByRole('button', { name: 'Change password' }).click();
  const form = page.getByRole('dialog', { name: 'Change password' });
  await expect.element(form.getByLabelText('New password')).toHaveFocus();
  await form.getByLabelText('New password').fill('short');
  await form.getByLabelText('Repeat the password').fill('shorter');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect.element(form.getByText('Use at least 8 characters.')).toBeVisible();
  await expect.element(form.getByText("The two passwords aren't the same.")).toBeVisible();
  await expectAccessible();
  await form.getByLabelText('New password').fill('Quieter-lamp-2027!');
  await form.getByLabelText('Repeat the password').fill('Quieter-lamp-2027!');
  await form.getByRole('button', { name: 'Change password' }).dblClick();
  await expect.element(page.getByText('Your password has been changed.')).toBeVisible();
  expect(api.callsOf('changePassword').map(({ input }) => input)).toEqual([{ password: 'Quieter-lamp-2027!' }]);
});

test('a full mailbox says what to do, and without a webmail of the partner there is no link to one [MBX-14]', async () => {
  await open({
    handlers: {
      readOwnMailbox: () => ({ ...OWN, quotaUsed: 30_720 }),
      readPartnerInfo: () => aPartner({ urls: { ...aPartner().urls, webmail: null } }),
    },
  });
  await expect.element(page.getByText(/Your mailbox is full.*ask Ada Fields for more/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open webmail' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Max Stone Account' }).click();
  await expect.element(page.getByRole('link', { name: 'Contact' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('an unknown path keeps the menu of a person who is signed in [MBX-14]', async () => {
  await renderPanel('/no-such-page', { signedIn: max });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found.');
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectAccessible();
});

test('an admin who signs in after them in the same tab gets the list [MBX-14]', async () => {
  await open();
  await expect.element(heading).toBeVisible();
  const { api } = await renderPanel('/', { signedIn: true, keepStorage: true });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mailboxes' })).toBeVisible();
  expect(api.callsOf('listMailboxes').length).toBeGreaterThan(0);
});
