import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadChunk } from '../../lib/reload/chunk-errors.ts';
import { reloadPage } from '../../lib/reload/reload-page.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';

/** A part of the panel is gone, so the page loads itself anew; `path` is where the browser is then. */
async function loseAPart(path: string, options: PanelOptions = {}) {
  const reload = vi.spyOn(reloadPage, 'now').mockImplementation(() => {});
  void loadChunk(() => Promise.reject(Object.assign(new Error('gone'), { name: 'ChunkLoadError' })));
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  reload.mockRestore();
  return await renderPanel(path, { ...options, keepStorage: true });
}
const stored = () => JSON.stringify({ ...sessionStorage, ...localStorage });

test('the address typed at the login outlives a reload of our own, the password is not written down [SHL-11]', async () => {
  await renderPanel('/');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByLabelText('Password', { exact: true }).fill('Blue-Door-7');
  await loseAPart('/');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@bluebottle.coffee');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  expect(stored()).not.toContain('Blue-Door-7');
});

test('what was typed to ask for a link outlives it too [SHL-11]', async () => {
  await renderPanel('/reset-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByRole('textbox', { name: 'Customer ID optional' }).fill('77');
  await loseAPart('/reset-password');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@bluebottle.coffee');
  await expect.element(page.getByRole('textbox', { name: 'Customer ID optional' })).toHaveValue('77');
});

test('a mailed link that has left the address still opens its form after a reload of our own, once [SHL-11] [ENT-09]', async () => {
  const handlers: PanelOptions['handlers'] = {
    readTokenDetails: () => ({
      email: 'ada@bluebottle.coffee',
      domainName: 'bluebottle.coffee',
      purpose: 'set-password',
      expiresAt: Date.UTC(2026, 10, 23),
    }),
  };
  const { location } = await renderPanel('/set-password?token=one-use', { handlers });
  await expect.element(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await page.getByLabelText('New password').fill('Blue-Door-7');
  await expect.poll(() => location().href).toBe('/set-password');
  const { api } = await loseAPart('/set-password', { handlers });
  await expect.element(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  expect(api.callsOf('readTokenDetails').at(-1)?.input).toEqual({ token: 'one-use' });
  expect(stored()).not.toContain('one-use');
  expect(stored()).not.toContain('Blue-Door-7');
});
