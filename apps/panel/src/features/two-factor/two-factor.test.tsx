// What the screen loads later is compiled before the first test begins, whose time it would take otherwise.
import './enable-two-factor-modal.tsx';
import './renew-codes-modal.tsx';
import './switch-off-modal.tsx';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { CODES, MAY_4, openSecurity } from '../../testing/open-security.ts';

const wrong = (path: string) =>
  refusal('VALIDATION_FAILED', { attrs: { fields: [{ path, code: 'WRONG_CODE', message: '' }] } });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const code = () => page.getByRole('textbox', { name: '6-digit code' });

test('a mailbox user sets up a second factor: QR code, code, and the recovery codes once [MBX-08]', async () => {
  const { api } = await openSecurity();
  await expectAccessible();
  await button('Set up').click();
  const setUp = dialog('Set up two-factor sign-in');
  await expect.element(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect.element(setUp.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
  await expect.element(setUp.getByText(/Create an app password for each/)).toBeVisible();
  await expectAccessible();
  await button('Switch on').click();
  await expect.element(setUp.getByText('Enter the six digits that your app shows.')).toBeVisible();
  await expect.element(code()).toHaveFocus();
  expect(api.callsOf('enableTotp')).toEqual([]);
  await code().fill('123 456');
  await button('Switch on').click();
  const keep = dialog('Save your recovery codes');
  await expect.element(keep.getByRole('listitem').nth(9)).toHaveTextContent('aaaa-bbbb-cccc-dddj');
  await userEvent.keyboard('{Escape}');
  await expect.element(keep).toBeVisible();
  const download = keep.getByRole('link', { name: 'Download' });
  await expect.element(download).toHaveAttribute('download', 'recovery-codes.txt');
  await expect.element(download).toHaveAttribute('href', expect.stringContaining('aaaa-bbbb-cccc-dddj'));
  await expectAccessible();
  await button('I have saved them').click();
  await expect.element(page.getByText(/Since May\s4,\s2026, signing in takes/)).toBeVisible();
  await expect.element(page.getByText(/You have 10 recovery codes left/)).toBeVisible();
  expect(api.callsOf('enableTotp').map((call) => call.input)).toEqual([{ code: '123 456' }]);
});

test('a wrong code is reported at its field, which asks for the next one [MBX-08]', async () => {
  await openSecurity({
    handlers: {
      enableTotp: () => {
        throw wrong('code');
      },
    },
  });
  await button('Set up').click();
  await code().fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/This code isn't right/)).toBeVisible();
  await expect.element(code()).toHaveAttribute('aria-invalid', 'true');
  await code().fill('12345');
  await expect.element(page.getByText(/This code isn't right/)).not.toBeInTheDocument();
});

test('a code or a recovery code switches it off, after a question that says what follows [MBX-08]', async () => {
  const { api } = await openSecurity({ isOn: true });
  await button('Switch off').click();
  const ask = dialog('Switch off two-factor sign-in?');
  await expect.element(ask.getByText(/Your password alone/)).toBeVisible();
  await expectAccessible();
  api.use({
    disableTotp: () => {
      throw wrong('recoveryCode');
    },
  });
  await ask.getByRole('button', { name: 'Use a recovery code instead' }).click();
  const recovery = page.getByRole('textbox', { name: 'Recovery code' });
  await recovery.fill(CODES[0] ?? '');
  await ask.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(ask.getByText(/This recovery code isn't right/)).toBeVisible();
  await ask.getByRole('button', { name: 'Use a code from the app instead' }).click();
  api.use({
    disableTotp: () => ({}),
    readTotp: () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false }),
  });
  await code().fill('123456');
  await ask.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(button('Set up')).toBeVisible();
  expect(api.callsOf('disableTotp').map((call) => call.input)).toEqual([
    { recoveryCode: CODES[0] },
    { code: '123456' },
  ]);
});

test('few remaining recovery codes cause a warning, and a code of the app gets new ones [MBX-08]', async () => {
  const { api } = await openSecurity({ isOn: true, left: 1 });
  await expect.element(page.getByText(/You have only 1 recovery code left/)).toBeVisible();
  api.use({ readTotp: () => ({ enabledAt: MAY_4, recoveryCodesLeft: 10, askDespitePartner: false }) });
  await button('Get new recovery codes').click();
  await code().fill('123456');
  await button('Get new codes').click();
  await expect.element(dialog('Save your recovery codes').getByRole('listitem').nth(9)).toBeVisible();
  await button('I have saved them').click();
  await expect.element(page.getByText(/You have only 1 recovery code left/)).not.toBeInTheDocument();
});

test('the code can be asked for even when the partner signs people in [MBX-08] [ENT-06]', async () => {
  const { api } = await openSecurity({ isOn: true });
  const isAsked = page.getByRole('switch', { name: 'Also ask for a code when I come from Harbour Mail' });
  await expect.element(isAsked).not.toBeChecked();
  await expectAccessible();
  api.use({
    askDespitePartner: () => ({}),
    readTotp: () => ({ enabledAt: MAY_4, recoveryCodesLeft: 10, askDespitePartner: true }),
  });
  await isAsked.click();
  await expect.element(isAsked).toBeChecked();
  expect(api.callsOf('askDespitePartner').map(({ input }) => input)).toEqual([{ ask: true }]);
});
