import type { Locator } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, callPanel } from '../server/panel-api.ts';
import { openPanel } from '../steps/open-panel.ts';

/** A part of a key's DNS record, as shown on the screen. */
const partOf = async (key: Locator, name: string) =>
  await key.locator('dl').first().locator('div', { hasText: name }).first().locator('dd .font-mono').innerText();

test('a key is created, its record is added as the screen says, and then it signs [DKM-01] [DKM-03] [VER-04]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('bakery');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('home')}` }, 2);
  await openPanel(page, postern, bought);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Email reputation' }).click();
  await page.getByText('DKIM', { exact: true }).click();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = page.getByRole('group', { name: /^Key postern-/ });
  await expect(key.getByText('Inactive')).toBeVisible();
  await expectAccessible(page);
  const check = key.getByRole('button', { name: 'Check and switch on' });
  await check.click();
  await expect(key.getByText(/We can't find postern-.*_domainkey/)).toBeVisible();
  const record = { type: 'TXT', host: await partOf(key, 'Name'), ttl: 3600, values: [await partOf(key, 'Value')] };
  await callPanel(postern.url, `/panel/domain/upsertDnsRecord?bundleId=${bought.bundleId}`, record, bought.token);
  await check.click();
  await expect(key.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your mail is signed' })).toBeVisible();
  await expectAccessible(page);
});
