import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { noConnection, refusal } from '../../testing/fake-api.ts';
import type { Handlers } from '../../testing/operations.ts';
import { renderPanel } from '../../testing/render-panel.tsx';

const email = page.getByLabelText('Email');
const password = page.getByLabelText('New password', { exact: true });
const confirm = page.getByLabelText('Repeat the password', { exact: true });
const save = page.getByRole('button', { name: 'Save password' });
const ADA = 'ada@bluebottle.coffee';

const GOOD_LINK: Handlers = {
  readTokenDetails: () => ({
    email: ADA,
    domainName: 'bluebottle.coffee',
    purpose: 'reset-password',
    expiresAt: '2027-01-15T08:00:00.000Z',
  }),
};

test('the email step requires a valid address and sends it with the customer ID [ENT-09]', async () => {
  const { api } = await renderPanel('/reset-password', { handlers: { forgotPassword: () => ({}) } });
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect.element(email).toHaveAccessibleDescription('Enter your email address.');
  await email.fill('ada@');
  await expect.element(email).toHaveAccessibleDescription(/isn't a complete email address/);
  await expectAccessible();
  await email.fill(` ${ADA}`);
  await page.getByLabelText('Customer ID optional').fill('019cd6f9-7a80-7432-9587-2f3a9153e627');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect.element(page.getByRole('heading', { name: 'Check your email' })).toHaveFocus();
  expect(api.callsOf('forgotPassword').map((call) => call.input)).toEqual([
    { email: ADA, customerId: '019cd6f9-7a80-7432-9587-2f3a9153e627' },
  ]);
  await expectAccessible();
});

test.for(['/reset-password', '/resetPassword', '/set-password', '/setPassword'])(
  'the token of a mailed link leaves the URL of %s at once [ENT-09]',
  async (path) => {
    const { location } = await renderPanel(`${path}?token=123456789012345678901&email=x&username=y`, {
      handlers: GOOD_LINK,
    });
    await expect.element(password).toBeVisible();
    await expect.poll(() => location().href).toBe(path);
  },
);

test('a token of digits reaches the server as it was mailed [ENT-09]', async () => {
  const { api } = await renderPanel('/reset-password?token=123456789012345678901', { handlers: GOOD_LINK });
  await expect.element(password).toBeVisible();
  expect(api.callsOf('readTokenDetails')[0]?.input).toEqual({ token: '123456789012345678901' });
});

test('a new password is required, must be long enough, and must be repeated correctly [ENT-09]', async () => {
  const { api } = await renderPanel('/set-password?token=t', { handlers: { ...GOOD_LINK, resetPassword: () => ({}) } });
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/^Enter a new password\./);
  await expect.element(password).toHaveFocus();
  await password.fill('Door-7!');
  await expect.element(password).toHaveAccessibleDescription(/^Use at least 8 characters\./);
  await password.fill('Blue Door-7!');
  await expect.element(password).toHaveAccessibleDescription(/^Leave out spaces/);
  await password.fill('Blue-Door-7!');
  await confirm.fill('Blue-Door-8!');
  await save.click();
  await expect.element(confirm).toHaveAccessibleDescription("The two passwords don't match.");
  await expect.element(confirm).toHaveFocus();
  await expectAccessible();
  expect(api.callsOf('resetPassword')).toHaveLength(0);
});

test('after saving the password the login opens with the address filled in [ENT-09]', async () => {
  const { api, location } = await renderPanel('/reset-password?token=t', {
    handlers: { ...GOOD_LINK, resetPassword: () => ({}) },
  });
  await password.fill('Blue-Door-7!');
  await confirm.fill('Blue-Door-7!');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.element(email).toHaveValue(ADA);
  await expect.element(page.getByText('Your password is saved. Sign in with it now.')).toBeVisible();
  // Only the password is left to type.
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  await expect.poll(() => location().href).toBe('/');
  expect(api.callsOf('resetPassword')[0]?.input).toEqual({ token: 't', email: ADA, password: 'Blue-Door-7!' });
  await expectAccessible();
});

test('an invalid link leads to the login, says why, and offers a new one [ENT-09]', async () => {
  const { location } = await renderPanel('/reset-password?token=t', {
    handlers: {
      readTokenDetails: () => {
        throw refusal('TOKEN_EXPIRED');
      },
    },
  });
  await expect.element(page.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
  await page.getByRole('button', { name: 'Email me a new link' }).click();
  await expect.poll(() => location().pathname).toBe('/reset-password');
});

test('a link that expires while the form is open leads to the login too [ENT-09]', async () => {
  const { location } = await renderPanel('/reset-password?token=t', {
    handlers: {
      ...GOOD_LINK,
      resetPassword: () => {
        throw refusal('TOKEN_EXPIRED');
      },
    },
  });
  await password.fill('Blue-Door-7!');
  await confirm.fill('Blue-Door-7!');
  await save.click();
  await expect.element(page.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();
  await expect.poll(() => location().pathname).toBe('/');
});

test('any other failure keeps the form and says so in a toast [ENT-09]', async () => {
  await renderPanel('/reset-password?token=t', {
    handlers: {
      ...GOOD_LINK,
      resetPassword: () => {
        throw refusal('INTERNAL_SERVER_ERROR');
      },
    },
  });
  await password.fill('Blue-Door-7!');
  await confirm.fill('Blue-Door-7!');
  await save.click();
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect.element(password).toHaveValue('Blue-Door-7!');
});

test('a password that the server refuses is reported at its field [ENT-09]', async () => {
  await renderPanel('/reset-password?token=t', {
    handlers: {
      ...GOOD_LINK,
      resetPassword: () => {
        throw refusal('VALIDATION_FAILED', {
          attrs: { fields: [{ path: 'password', code: 'TOO_COMMON', message: '' }] },
        });
      },
    },
  });
  await password.fill('Blue-Door-7!');
  await confirm.fill('Blue-Door-7!');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/^This password is too easy to guess/);
  await expect.element(password).toHaveFocus();
});

test('a link that could not be checked can be checked again [ENT-09]', async () => {
  const { api } = await renderPanel('/reset-password?token=t', {
    handlers: {
      readTokenDetails: () => {
        throw noConnection();
      },
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^We couldn't reach the server\./);
  await expectAccessible();
  api.use(GOOD_LINK);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(password).toBeVisible();
});

test('a mailed link works even if someone else is signed in [ENT-09]', async () => {
  await renderPanel('/set-password?token=t', { signedIn: true, handlers: GOOD_LINK });
  await expect.element(password).toBeVisible();
});
