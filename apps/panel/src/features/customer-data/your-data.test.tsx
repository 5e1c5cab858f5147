import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { openSecurity } from '../../testing/open-security.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aLogin } from '../../testing/samples.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const noFactor = () => ({ enabledAt: null, recoveryCodesLeft: 0 });

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
