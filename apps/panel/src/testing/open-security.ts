import type { AppPassword } from '@postern/contract/app-passwords';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type PanelOptions, renderPanel } from './render-panel.tsx';
import { aLogin } from './samples.ts';

const ID = '00000000-0000-4000-8000-000000000031';
const max = aLogin({
  actor: { role: 'accountAdmin', id: ID, attrs: { userName: 'Max Stone' } },
  userEmail: 'max@bluebottle.coffee',
  accountId: ID,
  adminType: 'account',
  isDomainAdmin: false,
});
const OTPAUTH = {
  otpauthUrl: 'otpauth://totp/Harbour%20Mail:max%40bluebottle.coffee?secret=ABCDEFGHIJKLMNOP&issuer=Harbour%20Mail',
  secret: 'ABCDEFGHIJKLMNOP',
};
export const CODES = Array.from({ length: 10 }, (_, number) => `aaaa-bbbb-cccc-ddd${'abcdefghij'[number]}`);
export const MAY_4 = '2026-05-04T12:00:00.000Z';
type Options = PanelOptions & { isOn?: boolean; left?: number; appPasswords?: AppPassword[] };

/** Opens the page for a person with a mailbox, in front of a server that stores the changes. */
export async function openSecurity({ isOn = false, left = 10, appPasswords = [], ...options }: Options = {}) {
  let enabledAt = isOn ? MAY_4 : null;
  const opened = await renderPanel('/security', {
    signedIn: max,
    ...options,
    handlers: {
      readTotp: () => ({ enabledAt, recoveryCodesLeft: enabledAt === null ? 0 : left, askDespitePartner: false }),
      startTotp: () => OTPAUTH,
      enableTotp: () => {
        enabledAt = MAY_4;
        return { recoveryCodes: CODES };
      },
      disableTotp: () => {
        enabledAt = null;
        return {};
      },
      renewRecoveryCodes: () => ({ recoveryCodes: CODES }),
      listAppPasswords: () => ({ appPasswords: [...appPasswords], limit: 20 }),
      ...options.handlers,
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign-in and security' })).toBeVisible();
  return opened;
}
