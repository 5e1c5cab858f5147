import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const signInButton = page.getByRole('button', { name: 'Sign in' });

/** The login of a person with a second factor, after the right password. */
async function afterPassword(signInByTotp: NonNullable<Handlers['signInByTotp']>) {
  const panel = await renderPanel('/login', {
    handlers: {
      signIn: () => {
        throw refusal('TOTP_REQUIRED', { attrs: { challenge: 'proof-of-the-password' } });
      },
      signInByTotp,
    },
  });
  await page.getByLabelText('Email').fill('ada@bluebottle.coffee');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Quiet-harbour-7!');
  await signInButton.click();
  await expect.element(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  return panel;
}

test('with a second factor the login asks for its code after the password [MBX-08] [ENT-01]', async () => {
  const { api, location } = await afterPassword(() => aLogin());
  await expectAccessible();
  await expect.element(signInButton).toBeDisabled();
  await expect.element(page.getByLabelText('6-digit code')).toHaveFocus();
  await page.getByLabelText('6-digit code').fill('123 456');
  await signInButton.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('signInByTotp').map((call) => call.input)).toEqual([
    { challenge: 'proof-of-the-password', code: '123 456' },
  ]);
});

test('a wrong code is reported, and a recovery code works instead [MBX-08]', async () => {
  const { api, location } = await afterPassword(({ recoveryCode }) => {
    if (recoveryCode !== 'abcd-efgh-ijkl-mnop') throw refusal('INVALID_CREDENTIALS');
    return aLogin();
  });
  await page.getByLabelText('6-digit code').fill('000000');
  await signInButton.click();
  await expect.element(page.getByText("This code isn't right", { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await expect.element(page.getByText("This code isn't right", { exact: false })).not.toBeInTheDocument();
  await page.getByLabelText('Recovery code').fill('abcd-efgh-ijkl-mnop');
  await expectAccessible();
  await signInButton.click();
  await expect.poll(() => location().pathname).toBe('/email-accounts');
  expect(api.callsOf('signIn')).toHaveLength(1);
});

test('after too long the login is back at the password and says why [MBX-08]', async () => {
  await afterPassword(() => {
    throw refusal('TOKEN_EXPIRED');
  });
  await page.getByLabelText('6-digit code').fill('123456');
  await signInButton.click();
  await expect.element(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeEmptyDOMElement();
});

test('if the mailbox was suspended meanwhile, the login is back at the password and says so [MBX-05] [MBX-08]', async () => {
  await afterPassword(() => {
    throw refusal('NOT_AUTHORIZED', { attrs: { reason: 'SUSPENDED' } });
  });
  await page.getByLabelText('6-digit code').fill('123456');
  await signInButton.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Your mailbox is suspended/);
});
