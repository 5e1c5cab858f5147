import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';

const LONG_WAIT = { timeout: 10_000 };

test('a section and an action in the address are opened once, after the sign-in [ENT-13] [MBX-03]', async () => {
  const { location } = await renderPanel('/?section=email_accounts&action=launchEmailCreation', { signedIn: true });
  await expect.poll(() => location().pathname, LONG_WAIT).toBe('/email-accounts');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => sessionStorage.getItem('postern.section')).toBeNull();
  const again = await renderPanel('/', { signedIn: true, keepStorage: true });
  await expect.poll(() => again.location().pathname, LONG_WAIT).toBe('/email-accounts');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('an invalid section name is not kept [ENT-13]', async () => {
  for (const section of ['//evil.test', 'a'.repeat(80), '../x', '']) {
    await renderPanel(`/?section=${encodeURIComponent(section)}`);
    await expect.poll(() => sessionStorage.getItem('postern.section')).toBeNull();
  }
});
