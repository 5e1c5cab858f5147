import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin, aPartner } from '../../testing/samples.ts';

const max = aLogin({
  actor: { role: 'accountAdmin', id: '00000000-0000-4000-8000-000000000031', attrs: { userName: 'Max Stone' } },
  userEmail: 'max@bluebottle.coffee',
  accountId: '00000000-0000-4000-8000-000000000031',
  adminType: 'account',
  isDomainAdmin: false,
});
const open = (options: PanelOptions = {}) => renderPanel('/', { signedIn: max, isNewHere: true, ...options });
const heading = page.getByRole('heading', { level: 1, name: 'Ask your admin' });

test('a mailbox user without admin rights sees who can help, and no list is read [MBX-14]', async () => {
  const { api } = await open();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/signed in as max@bluebottle\.coffee.*bluebottle\.coffee/)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Open webmail' }))
    .toHaveAttribute('href', 'https://webmail.harbour.test/');
  expect(document.title).toBe('Ask your admin · Harbour Mail');
  expect(api.callsOf('listMailboxes')).toEqual([]);
  await expect.element(page.getByRole('link', { name: 'Mailboxes' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expectAccessible();
});

test('without a webmail of the partner there is no link to one, and the sign-out is there [MBX-14]', async () => {
  await open({ handlers: { readPartnerInfo: () => aPartner({ urls: { ...aPartner().urls, webmail: null } }) } });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open webmail' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Max Stone Account' }).click();
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('an admin who signs in after them in the same tab gets the list [MBX-14]', async () => {
  await open();
  await expect.element(heading).toBeVisible();
  const { api } = await renderPanel('/', { signedIn: true, keepStorage: true });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mailboxes' })).toBeVisible();
  expect(api.callsOf('listMailboxes').length).toBeGreaterThan(0);
});
