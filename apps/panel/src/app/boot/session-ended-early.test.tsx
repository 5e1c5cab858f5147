import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aPartner } from '../../testing/samples.ts';

// In a file of its own, because no test before it may have read the partner.
test('a session that ends before its partner is read still leads to the login [ENT-12]', async () => {
  await renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      readPartnerInfo: ({ partnerId }) => (partnerId === undefined ? aPartner() : new Promise<never>(() => {})),
      listBundles: () => {
        throw refusal('UNAUTHENTICATED');
      },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});
