import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keepBulkSelection } from '../../lib/lists/bulk-selection.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { aBundle, aLogin, anotherBundle } from '../../testing/samples.ts';
import { servingBulk } from './testing/serving-bulk.ts';

const bundles = [aBundle(), anotherBundle('bluebottle.shop', 2)];
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

test('switching domains drops what was selected in the former domain, and asks first if a reason was typed [MBX-01] [SHL-07]', async () => {
  const { handlers } = servingBulk();
  keepBulkSelection({ bundleId: aBundle().bundleId, action: 'suspend', chosen: { found: { q: '' }, except: [] } });
  const { api } = await renderPanel('/email-accounts/bulk?action=suspend', {
    signedIn: true,
    keepStorage: true,
    handlers: {
      ...handlers,
      previewBulk: (input) =>
        handlers.previewBulk!({ ...input, rows: [{ email: 'bert@bluebottle.coffee' }] }, undefined as never),
      listBundles: () => ({ bundles }),
      switchBundle: () => aLogin({ bundles }),
    },
  });
  await page.getByRole('textbox').fill('Away for a year');
  await press(/Switch to another domain$/);
  await page.getByRole('button', { name: 'bluebottle.shop', exact: true }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(api.callsOf('switchBundle')).toHaveLength(0);
  await press('Discard');
  await expect.poll(() => sessionStorage.getItem('domain')).toBe('bluebottle.shop');
  await expect.element(page.getByRole('button', { name: /Suspend/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Away for a year')).not.toBeInTheDocument();
  expect(api.callsOf('startBulk')).toHaveLength(0);
});
