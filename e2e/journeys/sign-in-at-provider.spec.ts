import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test as base } from '../journey.ts';
import { type MailProvider, startMailProvider } from '../server/mail-provider.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { startPartnerShop } from '../server/partner-shop.ts';
import { posternClient, SHORT_LIVED, startPostern } from '../server/start-postern.ts';
import { DATA_FOLDER } from '../start-everything.ts';
import { openPanel } from '../steps/open-panel.ts';
import { watchContext } from '../watch-context.ts';

const OLD = 'rosa.brandt@gmail.com';

/** A panel of its own, which is registered at a mail provider. */
const test = base.extend<object, { provider: MailProvider }>({
  faults: async ({ context, postern, provider }, provide) => {
    const { faults } = watchContext(context, postern.url, provider.origin);
    await provide(faults);
    expect(faults, 'console errors, failed answers, other hosts').toEqual([]);
  },
  provider: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const provider = await startMailProvider(12);
      await provide(provider);
      await provider.end();
    },
    { scope: 'worker' },
  ],
  postern: [
    async ({ provider }, provide) => {
      const { location, end } = await startPostern(provider.settings, process.env[DATA_FOLDER], SHORT_LIVED);
      await provide(posternClient(location));
      await end();
    },
    { scope: 'worker' },
  ],
});

async function fillIn(panel: Page | FrameLocator, oldAddress: string, mailbox: string): Promise<void> {
  await panel.getByRole('radio', { name: 'Google' }).click();
  await panel.getByRole('textbox', { name: 'Old address' }).fill(oldAddress);
  await panel.getByRole('combobox', { name: 'Copy into' }).fill('rosa');
  await panel.getByRole('option', { name: mailbox }).click();
}

async function startImport(panel: Page | FrameLocator): Promise<void> {
  await panel.getByRole('button', { name: 'Test connection' }).click();
  await expect(panel.getByText('The connection works')).toBeVisible();
  await panel.getByRole('button', { name: 'Start import' }).click();
  await expect(panel.getByText(/12 of 12 messages: every message is accounted for/)).toBeVisible();
}

test('a person signs in at Google in a window of its own, in the same tab if the browser blocks it, and in a partner’s page, and the mailbox is copied without a password [IMP-01] [WID-01]', async ({
  page,
  browser,
  postern,
  provider,
  newDomain,
}) => {
  const domain = newDomain('moves');
  const email = `owner@home-of-${domain}`;
  const bought = await buyPro(postern, { partner: 54, domain, email }, 3);
  await createMailboxes(postern, bought, [{ userName: 'rosa', displayName: 'Rosa Brandt' }]);
  const mailbox = `rosa@${domain}`;
  const shop = await startPartnerShop(postern, { domain, email });
  await provider.open([postern.url, shop.panel]);

  await test.step('a window', async () => {
    await openPanel(page, postern, bought);
    await page.goto('/import-email?new=1');
    await fillIn(page, OLD, mailbox);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    const opened = await opening;
    await expect(page.getByText(`Signed in as ${OLD}`)).toBeVisible();
    await expect.poll(() => opened.isClosed()).toBe(true);
    await expectAccessible(page);
    await startImport(page);
  });

  await test.step('the same tab', async () => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/import-email?new=1');
    await fillIn(page, OLD, mailbox);
    await page.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    await page.waitForURL(/import-sign-in/);
    await expect(page.getByText(`Signed in as ${OLD}`)).toBeVisible();
    expect(new URL(page.url()).search).toBe('?new=1');
    await expect(page.getByRole('textbox', { name: 'Old address' })).toHaveValue(OLD);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('The connection works')).toBeVisible();
  });

  await test.step('a partner’s page', async () => {
    const context = await browser.newContext();
    const host = await context.newPage();
    await host.goto(shop.url);
    const panel = host.frameLocator('iframe');
    const place = (name: RegExp | string) => panel.getByRole('main').getByRole('link', { name });
    await panel.getByRole('button', { name: 'Go to mailboxes' }).click();
    await panel.getByRole('link', { name: 'Home' }).click();
    await place(/^Import email/).click();
    await panel.getByRole('link', { name: 'New import' }).first().click();
    await fillIn(panel, OLD, mailbox);
    const opening = host.waitForEvent('popup');
    await panel.getByRole('button', { name: 'Sign in with Google', exact: true }).click();
    const opened = await opening;
    await expect(panel.getByText(`Signed in as ${OLD}`)).toBeVisible();
    await expect.poll(() => opened.isClosed()).toBe(true);
    await context.close();
  });
  await shop.end();
});
