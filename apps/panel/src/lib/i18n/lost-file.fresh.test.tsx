import { catalogues } from 'virtual:catalogue';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';

const german = { ...catalogues['de-de']! };
afterEach(() => {
  catalogues['de-de'] = { ...german };
});
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));

// Before the other: what was loaded once stays loaded.
test('a language whose first file is lost is replaced by English, which is logged and reloads nothing [SHL-11] [BRD-03]', async () => {
  catalogues['de-de'] = { ...german, entry: lost };
  const { api } = await renderPanel('/', { locale: 'de-de' });
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
  expect(localStorage.getItem('postern.locale')).toBe('de-de');
  expect(sessionStorage.getItem('postern.chunkReload')).toBeNull();
  await expect
    .poll(() => api.callsOf('reportPreAuthEvent').map((call) => call.input))
    .toContainEqual({
      name: 'language_file_failure',
      attrs: { locale: 'de-de', group: 'entry' },
    });
});

test('a later file that is lost shows its screen in English and leaves the others as they are [SHL-11] [BRD-03]', async () => {
  catalogues['de-de'] = { ...german, panel: lost };
  const { api } = await renderPanel('/email-accounts', { locale: 'de-de', signedIn: true });
  await expect.element(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeVisible();
  await expect.element(page.getByText('Zum Inhalt springen')).toBeInTheDocument();
  await expect
    .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
    .toContainEqual({
      name: 'language_file_failure',
      attrs: { locale: 'de-de', group: 'panel' },
    });
});
