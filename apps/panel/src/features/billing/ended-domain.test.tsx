import type { Bundle } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/check-accessibility.ts';
import { refusal } from '../../testing/fake-api.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aBundle, aCurrentPlan, aLogin, anotherBundle } from '../../testing/samples.ts';

const INVOICE = {
  ...{ invoiceId: '00000000-0000-4000-9000-000000000001', number: 'INV-2027-0001', kind: 'invoice' as const },
  ...{ issuedOn: '2027-03-05', status: 'paid' as const, currency: 'EUR' as const, net: 100, tax: 23, total: 123 },
  ...{ paid: 123, credit: 0, lines: [], pdfUrl: '/i.pdf', xmlUrl: '/i.xml' },
};

const ended = (end: NonNullable<Bundle['end']>) => aBundle({ status: 'suspended', orders: [], expiryDate: null, end });

/** A domain that has ended, and what else the customer has. */
function arrive(end: NonNullable<Bundle['end']>, others: Bundle[] = []) {
  const bundles = [...others, ended(end)];
  return renderPanel('/email-accounts', {
    signedIn: true,
    handlers: {
      listBundles: () => ({ bundles }),
      switchBundle: () => aLogin({ bundles }),
      readCurrentPlan: ({ bundleId }) => {
        if (bundleId === aBundle().bundleId) throw refusal('BUNDLE_NOT_FOUND');
        return { currentPlan: aCurrentPlan() };
      },
      listInvoices: () => ({ invoices: [INVOICE], nextCursor: null, total: 1 }),
    },
  });
}

test('a domain whose subscription has ended says what became of it, also in the navigation, and keeps its invoices [BIL-08] [BIL-09]', async () => {
  await arrive({ reason: 'ended', deletedOn: '2027-06-03', isReleased: true });
  await expect.element(page.getByRole('heading', { level: 1, name: 'bluebottle.coffee has ended' })).toBeVisible();
  await expect.element(page.getByText(/were deleted on June\s3,\s2027\. The domain is free/)).toBeVisible();
  await expect.element(page.getByText('INV-2027-0001')).toBeVisible();
  await expect.element(page.getByRole('complementary').getByText('Ended', { exact: true })).toBeVisible();
  await expectAccessible();
});

test('until then it says when it will be, and why a trial ended; the same domain, bought again, is one press away [VER-07] [BIL-08]', async () => {
  const again = anotherBundle('bluebottle.coffee', 2);
  await arrive({ reason: 'unproven', deletedOn: '2027-06-03', isReleased: false }, [again]);
  await expect.element(page.getByText(/Nobody proved during the trial.*are deleted on June\s3,\s2027/)).toBeVisible();
  await page.getByRole('button', { name: 'Go to bluebottle.coffee' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mailboxes' })).toBeVisible();
});
