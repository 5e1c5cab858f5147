import type { Browser, FrameLocator, Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { type Bought, buyPro, callPanel } from '../server/panel-api.ts';
import { type PartnerShop, startPartnerShop } from '../server/partner-shop.ts';
import type { Postern } from '../server/start-postern.ts';
import { PHONE, WIDE } from '../sizes.ts';
import { CARDS, fillCard, fillDetails, leaveDetailsStep, leavePlanStep, payButton } from '../steps/buy.ts';

type Visit = { page: Page; panel: FrameLocator; shop: PartnerShop; bought: Bought; tokens: string[] };

/** What a browser does to a frame of another site whose storage is blocked. */
function blockStorage() {
  if (window.parent === window) return;
  for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

/** A customer at the partner's shop, in a browser that has nothing stored and stores nothing for frames. */
async function visitShop(
  { postern, browser, domain }: { postern: Postern; browser: Browser; domain: string },
  size: typeof WIDE,
  work: (visit: Visit) => Promise<void>,
) {
  const email = `owner@home-of-${domain}`;
  const bought = await buyPro(postern, { partner: 54, domain, email }, 3);
  const shop = await startPartnerShop(postern, { domain, email });
  const context = await browser.newContext(size);
  await context.addInitScript(blockStorage);
  const page = await context.newPage();
  const faults: string[] = [];
  const tokens: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const [, token] = /^Bearer (.+)/.exec(request.headers()['authorization'] ?? '') ?? [];
    if (token !== undefined && !tokens.includes(token)) tokens.push(token);
  });
  try {
    await page.goto(shop.url);
    await work({ page, panel: page.frameLocator('iframe'), shop, bought, tokens });
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    await shop.end();
  }
}

const heightOf = (page: Page) => page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
/**
 * Opens a screen of the panel once the page around it has taken on the panel's height. Before that the page may scroll between aiming a
 * click and the click.
 */
async function go(page: Page, panel: FrameLocator, name: RegExp | string) {
  const content = panel.locator('#root');
  const missing = async () =>
    (await content.evaluate((root) => Math.ceil(root.getBoundingClientRect().height))) - (await heightOf(page));
  await expect.poll(missing).toBe(0);
  await place(panel, name).click();
}
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { type: string; pageName?: string }[] }).heard);
const place = (panel: FrameLocator, name: RegExp | string) => panel.getByRole('main').getByRole('link', { name });
const title = (panel: FrameLocator, name: RegExp | string) => panel.getByRole('heading', { level: 1, name });

test('inside a partner’s page on another site, with storage blocked, a customer is signed in, creates a mailbox, buys more, and continues after the session has ended [WID-01] [WID-02] [ENT-05]', async ({
  postern,
  browser,
  newDomain,
}) => {
  const domain = newDomain('embedded');
  await visitShop({ postern, browser, domain }, WIDE, async ({ page, panel, shop, tokens }) => {
    await expect(title(panel, `Email for ${domain}`)).toBeVisible();
    expect(shop.tokens()).toBe(1);
    expect(new URL(page.frames()[1]?.url() ?? '').search).toBe('');
    await expect.poll(() => heightOf(page)).toBeGreaterThan(500);

    await go(page, panel, /^Mailboxes/);
    await panel.getByRole('button', { name: 'Create mailbox' }).click();
    await expect(title(panel, 'Create a mailbox')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Who is it for?' }).fill('Rosa Brandt');
    await panel.getByRole('textbox', { name: 'Address' }).fill('rosa');
    await expect.poll(() => heightOf(page)).toBeGreaterThan(700);
    await panel.getByRole('button', { name: 'Create mailbox' }).click();
    await expect(title(panel, 'Mailbox created')).toBeVisible();
    await panel.getByRole('button', { name: 'Done' }).click();
    await go(page, panel, 'Home');
    await expect(place(panel, 'Mailboxes 1 of 3 in use')).toBeVisible();
    // The frame shrinks again; home has a note on the domain once that was looked up.
    await expect.poll(() => heightOf(page)).toBeLessThan(700);
    expect(await heard(page)).toContainEqual(
      expect.objectContaining({ type: 'page-name', pageName: 'email_accounts' }),
    );

    await go(page, panel, /^Buy mailboxes/);
    await panel.getByRole('button', { name: /^Pay / }).click();
    await expect(panel.getByText('You have 4 mailboxes now')).toBeVisible();
    expect(await heard(page)).toContainEqual(
      expect.objectContaining({ type: 'toast', kind: 'success', text: 'You have 4 mailboxes now' }),
    );
    await panel.getByRole('button', { name: 'OK' }).click();

    // The bank's page has a tab of its own; the panel waits where it is.
    await go(page, panel, 'Home');
    await go(page, panel, /^Buy mailboxes/);
    await panel.getByRole('radio', { name: 'Another card' }).click();
    await panel.getByRole('textbox', { name: 'Card number' }).fill(CARDS.challenged);
    await panel.getByRole('textbox', { name: 'Expires' }).fill('0440');
    await panel.getByRole('textbox', { name: 'Security code' }).fill('123');
    await panel.getByRole('button', { name: /^Pay / }).click();
    const tab = page.waitForEvent('popup');
    await panel.getByRole('link', { name: 'Open your bank' }).click();
    await (await tab).getByRole('button', { name: 'Approve' }).click();
    await expect((await tab).getByRole('heading', { name: 'Your bank has answered' })).toBeVisible();
    await expect(panel.getByText('You have 5 mailboxes now')).toBeVisible();
    expect(await heard(page)).toContainEqual(expect.objectContaining({ type: 'payment' }));
    await panel.getByRole('button', { name: 'OK' }).click();

    await go(page, panel, 'Home');
    // Waits until the page has loaded all its facts, so that the next call is the one that finds the session ended.
    await expect(place(panel, /^Max/)).toBeVisible();
    await callPanel(postern.url, '/panel/logout', {}, tokens.at(-1));
    await go(page, panel, /^Import email/);
    await expect(title(panel, 'Import email')).toBeVisible();
    await expect.poll(() => shop.tokens()).toBe(2);
    await expect(title(panel, 'Import email')).toBeVisible();
    expect((await heard(page)).map(({ type }) => type)).toContain('session-ended');
  });
});

test('a purchase link inside a partner’s page buys there, while the bank’s page has a tab of its own, and the panel is a part of the page, too [WID-01] [PAY-01]', async ({
  postern,
  browser,
  newDomain,
}) => {
  const domain = newDomain('framed-link');
  const email = `owner@home-of-${domain}`;
  const shop = await startPartnerShop(postern, { domain, email });
  const words = ['--partner', '54', '--domain', domain, '--email', email, '--plan', 'pro', '--country', 'DE'];
  const { url } = (await postern.command('purchase-link', ...words)) as { url: string };
  const link = new URL(url);
  link.host = new URL(shop.panel).host;
  const context = await browser.newContext(WIDE);
  await context.addInitScript(blockStorage);
  try {
    const page = await context.newPage();
    await page.goto(`${shop.url}/?frame=${encodeURIComponent(link.href)}`);
    const panel = page.frameLocator('iframe');
    await leavePlanStep(panel);
    await panel.getByRole('textbox', { name: 'Full name' }).fill('Rosa Brandt');
    await fillDetails(panel);
    await leaveDetailsStep(panel);
    await fillCard(panel, CARDS.challenged);
    await payButton(panel).click();
    const tab = page.waitForEvent('popup');
    await panel.getByRole('link', { name: 'Open your bank' }).click();
    await (await tab).getByRole('button', { name: 'Approve' }).click();
    await expect((await tab).getByRole('heading', { name: 'Your bank has answered' })).toBeVisible();
    await expect(title(panel, 'Thank you. Your order is complete.')).toBeVisible();
    await panel.getByRole('button', { name: 'Create the first mailbox' }).click();
    await expect(place(panel, 'Home')).toBeVisible();
    await expect(panel.getByRole('navigation')).toHaveCount(0);
  } finally {
    await context.close();
    await shop.end();
  }
});

test('in a partner’s page on a phone everything has room, and a page that isn’t registered shows nothing [WID-01] [WID-02]', async ({
  postern,
  browser,
  newDomain,
}) => {
  const domain = newDomain('pocket');
  await visitShop({ postern, browser, domain }, PHONE, async ({ page, panel, shop }) => {
    await expect(place(panel, /^Mailboxes/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const other = new URL(shop.url);
    other.hostname = 'elsewhere.localhost';
    const stranger = await page.context().newPage();
    await stranger.goto(other.href);
    await expect.poll(() => stranger.frames()[1]?.url()).toMatch(/^chrome-error:/);
  });
});
