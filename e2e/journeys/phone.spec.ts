import type { Page } from '@playwright/test';
import { settlePage } from '@postern/testkit/settle-page';
import { expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { payButton } from '../steps/buy.ts';
import { closeWelcome } from '../steps/welcome.ts';
import { smallTargets } from '../targets.ts';

const FINGER = 44;

const HEIGHT = 720;
/** The narrowest that is supported, and what most phones have. A screen is looked at in both before the next one is opened. */
const WIDTHS = [320, 390];

/** `check` is what this screen shows besides. */
async function look(page: Page, check: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const { pathname } = new URL(page.url());
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.evaluate(settlePage);
    await expectNoSidewaysScroll(page);
    const small = await page.evaluate(smallTargets, FINGER);
    expect.soft(small, `targets below ${FINGER} px on ${pathname}, ${width} px wide`).toEqual([]);
    await check();
  }
}

const seesPayButton = (page: Page) => () => expect(payButton(page)).toBeInViewport({ ratio: 1 });

const topOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;

const OTHER_SCREENS = [
  ...[
    '/email-accounts',
    '/email-accounts/bulk',
    '/internal-forward',
    '/catch-all-email',
    '/spam-filter-control',
    '/import-email',
  ],
  ...[
    '/domain-verification',
    '/manage-dns',
    '/email-reputation',
    '/change-domain',
    '/device-download',
    '/security',
    '/activity',
    '/domains',
  ],
];

/** Opens each screen on which people decide about money, and buys an add-on on the way. Boards billing-phone, billing-upgrade-phone. */
async function visitBilling(page: Page): Promise<void> {
  await test.step('billing, with the invoices', async () => {
    await page.goto('/billing-and-subscription');
    await expect(page.getByRole('button', { name: /^PDF of / })).toBeVisible();
    await look(page);
    const next = (await page.getByRole('complementary').first().boundingBox())?.y ?? Number.NaN;
    expect(next, 'the next charge comes first').toBeLessThan(await topOf(page, '#what-you-have'));
  });
  await test.step('plans', async () => {
    await page.goto('/billing-and-upgrade');
    await look(page, seesPayButton(page));
    const [higher, present] = ['Premium', 'Pro'].map((name) =>
      page.getByRole('radio', { name: new RegExp(`^${name}\\b`) }),
    );
    const places = await Promise.all(
      [higher, present].map(async (plan) => (await plan?.boundingBox())?.y ?? Number.NaN),
    );
    expect(places[0], 'the higher plan comes first').toBeLessThan(places[1] ?? Number.NaN);
    // Once it is chosen, the present plan lists its features again.
    await expect(page.getByText('Aliases')).toHaveCount(2);
    await expect(page.getByText('Aliases').filter({ visible: true })).toHaveCount(1);
    await present?.click();
    await expect(page.getByText('Aliases').filter({ visible: true })).toHaveCount(2);
  });
  await test.step('the renewal, and more mailboxes', async () => {
    await page.goto('/billing-and-upgrade?renew=true');
    await look(page);
    await page.goto('/buy-email-account');
    await look(page, seesPayButton(page));
  });
  await test.step('an add-on', async () => {
    await page.goto('/addons/storage_addon');
    await page.getByRole('combobox', { name: 'Mailbox' }).fill('orders');
    await page.getByRole('option', { name: /orders@/ }).click();
    await look(page, seesPayButton(page));
    await payButton(page).click();
    await expect(page).toHaveURL(/manage-subscriptions/);
    await expect(
      page
        .getByRole('main')
        .getByText(/orders@/)
        .first(),
    ).toBeVisible();
    await look(page);
  });
  await page.goto('/mobile-home');
  await look(page);
}

test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true, isMobile: true });

test('on a phone 320 or 390 pixels wide no screen scrolls sideways, every control is as large as a finger, and the button that pays is in reach [MOB-02]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('phone');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@home-of-${domain}` }, 3);
  await createMailboxes(postern, bought, [{ userName: 'orders', displayName: 'Orders' }]);
  await page.goto(await postern.purchaseLink(bought.wish));
  await closeWelcome(page);
  await visitBilling(page);
  for (const path of OTHER_SCREENS)
    await test.step(path, async () => {
      await page.goto(path);
      await look(page);
    });
});
