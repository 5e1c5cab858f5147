// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import './confirm-password-modal.tsx';
import '../../features/app-passwords/create-app-password-modal.tsx';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { type PanelOptions, renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const RIGHT = 'Harbour-2-night!';
const MAILBOX_ID = '00000000-0000-4000-9000-000000000099';

/** A server that wants the password first. */
function asking(hasPassword = true): Handlers {
  let isConfirmed = false;
  return {
    readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }),
    listAppPasswords: () => ({ appPasswords: [], limit: 20 }),
    createAppPassword: ({ name }) => {
      if (!isConfirmed) throw refusal('PASSWORD_NEEDED', { attrs: { hasPassword } });
      return {
        appPassword: { id: MAILBOX_ID, name, createdAt: '2026-05-04T12:00:00.000Z' },
        password: 'k3f7q-2mzab-xw4ty-pl6sd',
      };
    },
    confirmPassword: ({ password }) => {
      if (password !== RIGHT)
        throw refusal('VALIDATION_FAILED', { attrs: { fields: [{ path: 'password', code: 'WRONG_PASSWORD' }] } });
      isConfirmed = true;
      return {};
    },
    forgotPassword: () => ({}),
  };
}

/** Names an app password and sends it, for which the server wants the password. */
async function openQuestion(handlers: Handlers, options: PanelOptions = {}) {
  const signedIn = aLogin({ accountId: MAILBOX_ID, adminType: 'account' });
  const opened = await renderPanel('/security', { signedIn, ...options, handlers });
  await page.getByRole('button', { name: 'Create app password' }).click();
  await page.getByRole('textbox', { name: 'What is it for?' }).fill('My phone');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  return opened;
}

const dialog = () => page.getByRole('dialog', { name: 'Enter your password' });
const password = () => dialog().getByLabelText('Password', { exact: true });
const send = () => dialog().getByRole('button', { name: 'Continue' });

test('a change that needs the password asks for it in a dialog, is then made without another press, and loses nothing that was typed [ENT-14]', async () => {
  const { api } = await openQuestion(asking());
  await expect.element(dialog()).toBeVisible();
  await expect.element(password()).toHaveFocus();
  await expectAccessible();
  await send().click();
  await expect.element(dialog().getByText('Enter your password.')).toBeVisible();
  await password().fill('guess');
  await send().click();
  await expect.element(dialog().getByText("This isn't your password. Try again.")).toBeVisible();
  await password().fill(RIGHT);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Your app password' })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(api.callsOf('createAppPassword').map(({ input }) => input)).toEqual([
    { name: 'My phone' },
    { name: 'My phone' },
  ]);
});

test('who does not give the password keeps the form, and reads that nothing was changed; the next try asks again with an empty field [ENT-14]', async () => {
  await openQuestion(asking());
  await password().fill('half');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText("You didn't confirm your password, so nothing was changed.")).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'What is it for?' })).toHaveValue('My phone');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(password()).toHaveValue('');
});

test('who has forgotten the password gets a link, without leaving the form first [ENT-14] [ENT-09]', async () => {
  const { api } = await openQuestion(asking());
  await dialog().getByRole('button', { name: 'Forgot it? Email me a link' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Check your inbox' })).toBeVisible();
  await expect.element(page.getByLabelText('Password', { exact: true })).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/to the alternate email of ada@bluebottle.coffee, if there is one/))
    .toBeVisible();
  await expectAccessible();
  expect(api.callsOf('forgotPassword').map(({ input }) => input)).toEqual([{ email: 'ada@bluebottle.coffee' }]);
});

test('a login without a password is offered a link to choose one, to the customer it belongs to [ENT-14]', async () => {
  const signedIn = aLogin({ accountId: MAILBOX_ID, adminType: 'customer' });
  const { api } = await openQuestion(asking(false), { signedIn });
  const none = page.getByRole('dialog', { name: 'Choose a password first' });
  await expect.element(none).toBeVisible();
  await expectAccessible();
  await none.getByRole('button', { name: 'Email me a link' }).click();
  await expect.element(page.getByText(/We've sent a link to ada@bluebottle.coffee/)).toBeVisible();
  const customerId = signedIn.bllUserId;
  expect(api.callsOf('forgotPassword').map(({ input }) => input)).toEqual([{ email: signedIn.userEmail, customerId }]);
});
