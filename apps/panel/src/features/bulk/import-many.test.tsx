import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';
import { servingBulk } from './testing/serving-bulk.ts';

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const row = (name: RegExp) => page.getByRole('row', { name });

test('a table of imports is tested line by line and started as one job, whose result names the owners asked and links to the imports [IMP-01]', async () => {
  const { handlers, finish } = servingBulk();
  const { api, location } = await renderPanel('/email-accounts/bulk?action=importMail', {
    signedIn: aLogin({ token: 'bulk-imports' }),
    handlers,
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import many mailboxes' })).toBeVisible();
  await expectAccessible();
  await press('Test the sign-ins');
  await expect.element(page.getByText('Enter at least one address.')).toBeVisible();
  const list = page.getByRole('textbox', { name: 'One import per line' });
  await list.fill('ada@gmx.de, right\nbert@gmx.de, wrong\ncarl@gmx.de,,,carl@home.example\ndora@unknown.example, p');
  await page.getByRole('textbox', { name: /^Server of all lines/ }).fill('0177.0.0.1');
  await press('Test the sign-ins');
  await expect.element(page.getByText("This is not a server's name or IP address.")).toBeVisible();
  await page.getByRole('textbox', { name: /^Server of all lines/ }).fill('');
  await press('Test the sign-ins');
  await expect.element(page.getByRole('heading', { name: '2 imports can start' })).toBeVisible();
  await expect.element(row(/bert@gmx.de/)).toMatchTextContent(/refuses this address with this password/);
  await expect.element(row(/carl@gmx.de/)).toMatchTextContent(/goes to carl@home.example/);
  await expect.element(row(/dora@unknown.example/)).toMatchTextContent(/Name the old server/);
  await expectAccessible();
  await press('Start 2 imports');
  await expect.poll(() => location().search).toMatch(/job=/);
  expect(api.callsOf('previewBulk').at(-1)?.input).toMatchObject({ kind: 'importMail' });
  finish((email) => (email.startsWith('carl') ? { attrs: { mailedTo: 'carl@home.example' } } : null));
  await expect.element(page.getByRole('heading', { level: 1, name: '2 imports started' })).toBeVisible();
  await expect.element(row(/carl@gmx.de/)).toMatchTextContent(/The link is on its way to carl@home.example/);
  await expect.element(page.getByRole('link', { name: 'Follow the imports' })).toHaveAttribute('href', '/import-email');
  await expectAccessible();
});
