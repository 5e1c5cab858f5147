import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';

/* A page of its own: whom the panel once answered, it answers for the rest of the visit. */

afterEach(() => {
  vi.restoreAllMocks();
});

const LONG_WAIT = { timeout: 10_000 };

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
