import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadChunk } from '../../lib/reload/chunk-errors.ts';
import { reloadPage } from '../../lib/reload/reload-page.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';

/** A chunk is gone, so the page reloads itself at `path`. */
async function loseAPart(path: string, options: PanelOptions = {}) {
  const reload = vi.spyOn(reloadPage, 'now').mockImplementation(() => {});
  void loadChunk(() => Promise.reject(Object.assign(new Error('gone'), { name: 'ChunkLoadError' })));
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  reload.mockRestore();
  return await renderPanel(path, { ...options, keepStorage: true });
}
const stored = () => JSON.stringify({ ...sessionStorage, ...localStorage });

test('the address typed at the login survives our own reload, and the password is never stored [SHL-11]', async () => {
  await renderPanel('/');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByLabelText('Password', { exact: true }).fill('Blue-Door-7');
  await loseAPart('/');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@bluebottle.coffee');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  expect(stored()).not.toContain('Blue-Door-7');
});

test('what was typed to request a link survives it too [SHL-11]', async () => {
  await renderPanel('/reset-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('ada@bluebottle.coffee');
  await page.getByRole('textbox', { name: 'Customer ID optional' }).fill('77');
  await loseAPart('/reset-password');
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@bluebottle.coffee');
  await expect.element(page.getByRole('textbox', { name: 'Customer ID optional' })).toHaveValue('77');
});

test('a mailed link, already removed from the address, still opens its form after our own reload, once [SHL-11] [ENT-09]', async () => {
  const handlers: PanelOptions['handlers'] = {
    readTokenDetails: () => ({
      email: 'ada@bluebottle.coffee',
      domainName: 'bluebottle.coffee',
      purpose: 'set-password',
      expiresAt: '2026-11-23T00:00:00.000Z',
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
