import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const EMPTY = { accounts: [], nextCursor: null, total: 0 };
const inGerman: Handlers = { signIn: () => aLogin({ locale: 'de-de' }), listMailboxes: () => EMPTY };
const title = (name: string) => page.getByRole('heading', { level: 1, name });

async function signIn(button: string, passwordLabel: string) {
  await page.getByRole('textbox', { name: /^E-?Mail/i }).fill('ada@bluebottle.coffee');
  await page.getByLabelText(passwordLabel, { exact: true }).fill('Blue-Door-7');
  await page.getByRole('button', { name: button }).click();
}

test('a sign-in shows the language that the person chose elsewhere [BRD-03]', async () => {
  await renderPanel('/', { handlers: inGerman });
  await signIn('Sign in', 'Password');
  await expect.element(title('Postfächer')).toBeVisible();
});

test('a language that was chosen before the sign-in counts more than an earlier choice [BRD-03]', async () => {
  await renderPanel('/', { handlers: { ...inGerman, signIn: () => aLogin({ locale: 'es-es' }) } });
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('de-de');
  await signIn('Anmelden', 'Passwort');
  await expect.element(title('Postfächer')).toBeVisible();
});

test('a language that is chosen while signed in is kept with the person [BRD-03]', async () => {
  const { api } = await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: { listMailboxes: () => EMPTY, chooseLanguage: () => ({}) },
  });
  await page.getByRole('button', { name: 'Ada Fields Account' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOptions('de-de');
  await expect.element(title('Postfächer')).toBeVisible();
  expect(api.callsOf('chooseLanguage').map(({ input }) => input)).toEqual([{ locale: 'de-de' }]);
});
