import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, callPanel } from '../server/panel-api.ts';
import { openPanel } from '../steps/open-panel.ts';

type Shown = { type: string; host: string; ttl: number; values: string[] };

/** The records that a card of the page asks for, as shown on the screen, grouped by type and name. */
async function recordsOn(page: Page, card: string): Promise<Shown[]> {
  const table = page.getByRole('region', { name: card }).getByRole('table');
  const names = await table.getByRole('columnheader').allInnerTexts();
  // Each name and value has a copy button next to it.
  const cells = (await table.getByRole('cell').allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
  const rows = Array.from({ length: cells.length / names.length }, (_, row) => {
    const of = (name: string) => cells[row * names.length + names.indexOf(name)] ?? '';
    const priority = names.includes('Priority') ? `${of('Priority')} ` : '';
    return { type: of('Type'), host: of('Name'), ttl: Number(of('TTL')), value: `${priority}${of('Value')}` };
  });
  const [first] = rows;
  if (!first) throw new Error(`${card} asks for nothing`);
  return [{ type: first.type, host: first.host, ttl: first.ttl, values: rows.map(({ value }) => value) }];
}

test('a domain whose zone we hold is connected and signed by one press [VER-01] [VER-06] [DKM-01]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('bakery');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('home')}` }, 2);
  await openPanel(page, postern, bought);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domain set-up' }).click();
  await expect(page.getByRole('heading', { name: `Connect ${domain}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up for me' }).click();
  await expect(page.getByRole('heading', { name: `${domain} is connected` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mail works and is signed' })).toBeVisible();
  await expect(page.getByRole('link', { name: /not connected yet/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("a domain in someone else's zone is connected with nothing but the instructions on the screen, and the page updates without a reload [VER-01] [VER-06]", async ({
  page,
  postern,
  newDomain,
}) => {
  // We hold no zone of a name below another one, so its records are in a zone that the customer can't change.
  const above = newDomain('hoster');
  const domain = `shop.${above}`;
  const hoster = await buyPro(postern, { partner: 54, domain: above, email: `owner@${newDomain('hosting')}` }, 1);
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('home')}` }, 2);
  /** Stands in for the hoster's form. */
  const type = ({ host, ...record }: Shown) =>
    callPanel(
      postern.url,
      `/panel/domain/upsertDnsRecord?bundleId=${hoster.bundleId}`,
      { ...record, host: host === '@' ? 'shop' : `${host}.shop` },
      hoster.token,
    );
  // The name has a website already.
  await type({ type: 'A', host: '@', ttl: 3600, values: ['192.0.2.7'] });
  await openPanel(page, postern, bought);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domain set-up' }).click();
  await expect(page.getByRole('heading', { name: `Connect ${domain}` })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 records is correct' })).toBeVisible();
  await expect(page.getByText(/Checking again in \d+ second/)).toBeVisible();
  await expectAccessible(page);
  const mail = await recordsOn(page, `Mail to ${domain} doesn't arrive anywhere yet`);
  const spf = await recordsOn(page, "Others can't yet tell that outgoing mail is genuine");
  expect([...mail, ...spf].map(({ values }) => values.length)).toEqual([2, 1]);

  await test.step('the link, without a login', async () => {
    await page.getByRole('button', { name: /^Send these instructions/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Send the instructions' });
    await dialog.getByRole('button', { name: 'Create a link to copy' }).click();
    const link = dialog.getByRole('link', { name: 'Link to copy' });
    await expectAccessible(page);
    const [helper] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect(helper.getByRole('heading', { name: `Records to change for ${domain}` })).toBeVisible();
    await expectAccessible(helper);
    // Printed, all records fit on one sheet, even from a narrow window.
    for (const width of [1280, 390]) {
      await helper.setViewportSize({ width, height: 860 });
      expect(sheetsOf(await helper.pdf({ format: 'A4' }))).toBe(1);
    }
    for (const record of [...mail, ...spf]) await type(record);
    // The domain's manager opens the page, and the owner's page says so.
    // A domain is looked up at most every five seconds.
    await expect(async () => {
      await helper.getByRole('button', { name: 'Check now' }).click();
      await expect(helper.getByText('There is nothing left to do. Thank you.')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await helper.close();
  });
  // Mail works, but a key is still missing.
  await expect(page.getByText("Mail works. It isn't signed yet")).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: `${domain} is connected` })).toBeVisible();
  await expect(page.getByRole('link', { name: /not connected yet/ })).toHaveCount(0);
  await expectAccessible(page);
});

const sheetsOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
