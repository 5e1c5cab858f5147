import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gate, refusal } from '../../testing/fake-api.ts';
import { openSecurity } from '../../testing/open-security.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const PHONE = [390, 844] as const;
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a mailbox user opens it from the menu, an admin from the account controls [MBX-08] [MBX-14]', async () => {
  const { location } = await openSecurity();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your mailbox' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign-in and security' })).toBeVisible();
  expect(location().pathname).toBe('/security');
  expect(document.title).toBe('Sign-in and security · Harbour Mail');
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: { readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }) },
  });
  await page.getByRole('button', { name: 'Ada Fields Account' }).click();
  await page.getByRole('link', { name: 'Sign-in and security' }).click();
  await expect.element(button('Set up')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'App passwords' })).not.toBeInTheDocument();
  expect(api.callsOf('listAppPasswords')).toEqual([]);
});

test('a placeholder is shown while loading, and a failure can be retried [MBX-08]', async () => {
  const wait = gate();
  const { api } = await openSecurity({
    viewport: PHONE,
    handlers: {
      readTotp: async () => {
        await wait.closed;
        throw refusal('BUNDLE_NOT_FOUND');
      },
    },
  });
  await expect.element(page.getByText('Loading', { exact: true })).toBeInTheDocument();
  wait.open();
  await expect.element(page.getByRole('heading', { name: "We couldn't load your sign-in settings" })).toBeVisible();
  api.use({ readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }) });
  await button('Try again').click();
  await expect.element(button('Set up')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(PHONE[0]);
});
