import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

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

test('in a frame the host page gets the name of each screen once, at its own origin; without a frame nobody does [SHL-04]', async () => {
  const told = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => {});
  const names = () =>
    told.mock.calls.flatMap(([message, origin]) =>
      (message as { type?: string } | null)?.type === 'page-name' ? [[message, origin]] : [],
    );
  const { location } = await renderPanel('/email-accounts?q=a', { signedIn: true, isFramed: true });
  await page.getByRole('searchbox').first().fill('bert');
  await expect.poll(() => location().href, LONG_WAIT).toContain('q=bert');
  const message = { postern: 1, type: 'page-name', pageName: 'email_accounts' };
  await expect.poll(names).toEqual([[message, window.location.origin]]);
  told.mockClear();
  await renderPanel('/auto-login-error', { isFramed: true });
  await page.getByRole('heading', { level: 1 }).findElement();
  await renderPanel('/email-accounts', { signedIn: true });
  await page.getByRole('heading', { level: 1 }).findElement();
  expect(names()).toEqual([]);
});
