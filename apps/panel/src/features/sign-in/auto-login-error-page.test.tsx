import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const heading = page.getByRole('heading', { level: 1, name: "We couldn't sign you in" });

test('outside a frame it reports the failure and links to the login [ENT-08]', async () => {
  const { location } = await renderPanel('/auto-login-error');
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/Its link may have expired or already been used/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
});

test('in a frame it asks to reload the surrounding page, and offers no login, which could not work there [ENT-08]', async () => {
  await renderPanel('/auto-login-error', { isFramed: true });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText(/Reload the whole page in your browser/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to sign-in' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'help@harbour.test' })).toBeVisible();
  await expectAccessible();
});
