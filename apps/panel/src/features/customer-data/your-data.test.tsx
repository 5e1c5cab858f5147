import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { openSecurity } from '../../testing/open-security.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const noFactor = () => ({ enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false });

test('the customer downloads an archive of the account, which a mailbox user is not offered', async () => {
  const { api } = await renderPanel('/security', {
    signedIn: aLogin(),
    handlers: {
      readTotp: noFactor,
      exportCustomerData: () => ({ fileName: 'account-2026-05-04.zip', archive: btoa('PK') }),
    },
  });
  await button('Download my data').click();
  await expect.element(page.getByText('account-2026-05-04.zip was downloaded.')).toBeVisible();
  api.use({
    exportCustomerData: () => {
      throw refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    },
  });
  await button('Download my data').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expectAccessible();
  await openSecurity();
  await expect.element(button('Set up')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Your data' })).not.toBeInTheDocument();
});

test('the customer asks for the erasure by typing the email of the account, sees its date, and keeps the account', async () => {
  const ADA = 'ada@bluebottle.coffee';
  let dueAt: string | null = null;
  const erasure = () => (dueAt === null ? null : { state: 'waiting' as const, askedAt: dueAt, dueAt });
  const { api } = await renderPanel('/security', {
    signedIn: aLogin(),
    viewport: [390, 844],
    handlers: {
      readTotp: noFactor,
      readErasure: () => ({ erasure: erasure() }),
      askForErasure: () => {
        dueAt = '2026-05-18T12:00:00.000Z';
        return { erasure: { state: 'waiting', askedAt: dueAt, dueAt } };
      },
      cancelErasure: () => {
        dueAt = null;
        return {};
      },
    },
  });
  await button('Erase my account…').click();
  await expect.element(page.getByText(/don't renew before/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('textbox').fill('ada@bluebottle');
  await button('Erase my account').click();
  await expect.element(page.getByText(`Type ${ADA} to confirm.`)).toBeVisible();
  expect(api.callsOf('askForErasure')).toEqual([]);
  await page.getByRole('textbox').fill(ADA);
  await button('Erase my account').click();
  await expect.element(page.getByText('Your account will be erased on May 18, 2026')).toBeVisible();
  expect(api.callsOf('askForErasure').map(({ input }) => input)).toEqual([{ confirmation: ADA }]);
  expect(document.documentElement.scrollWidth).toBe(390);
  await button('Keep my account').click();
  await expect.element(button('Erase my account…')).toBeVisible();
});
