import { catalogues } from 'virtual:catalogue';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { gate } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { chooseLocale, loadTexts, text } from './texts.ts';

type Group = Parameters<NonNullable<(typeof catalogues)['en']>>[0];
const german = catalogues['de-de']!;
afterEach(() => {
  catalogues.en = english;
  catalogues['de-de'] = german;
});
const english = catalogues.en!;
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'));

/** A catalogue one group of which waits. */
const late =
  (which: Group, catalogue: typeof german, closed: Promise<unknown>): typeof german =>
  async (group) => {
    if (group === which) await closed;
    return catalogue(group);
  };

// Before the other test, because texts that were loaded once stay loaded.
test('if the first file of a language is lost, English replaces it, and that is logged without a reload [SHL-11] [BRD-03]', async () => {
  catalogues['de-de'] = (group) => (group === 'entry' ? lost() : german(group));
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

test('if a later file is lost, its screen is shown in English and the others stay as they are [SHL-11] [BRD-03]', async () => {
  catalogues['de-de'] = (group) => (group === 'panel' ? lost() : german(group));
  const { api } = await renderPanel('/email-accounts', { locale: 'de-de', signedIn: true });
  await expect.element(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeVisible();
  expect(text('app.offline')).toBe(
    'Sie sind offline. Änderungen lassen sich erst wieder speichern, wenn die Verbindung zurück ist.',
  );
  await expect
    .poll(() => api.callsOf('reportEntityChange').map((call) => call.input))
    .toContainEqual({
      name: 'language_file_failure',
      attrs: { locale: 'de-de', group: 'panel' },
    });
});

test('the window gets its title when the texts of its screen have loaded, and never shows a key [SHL-11] [BRD-03]', async () => {
  const words = gate();
  catalogues['de-de'] = late('purchase', german, words.closed);
  document.title = 'Postern';
  await renderPanel('/partner/purchase', { locale: 'de-de' });
  await expect.element(page.getByText('Ihre Verwaltung wird geöffnet')).toBeVisible();
  expect(document.title).toBe('Postern');
  words.open();
  await expect.poll(() => document.title).toBe('Bestellung · Harbour Mail');
});

test('a screen that is opened while another language loads is shown in that language too [BRD-03]', async () => {
  await renderPanel('/', { locale: 'de-de' });
  await expect.element(page.getByRole('heading', { name: 'Anmelden', exact: true })).toBeVisible();
  const words = gate();
  catalogues.en = late('panel', english, words.closed);
  await loadTexts('panel');
  const chosen = chooseLocale('en');
  await loadTexts('domain');
  words.open();
  await chosen;
  expect(text('domainConnection.copy.idle')).toBe('Copy');
});
