import type { Page } from '@playwright/test';
import { settlePage } from '@postern/testkit/settle-page';
import { expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { payButton } from '../steps/buy.ts';
import { closeWelcome } from '../steps/welcome.ts';
import { smallTargets } from '../targets.ts';

const FINGER = 44;

async function look(page: Page): Promise<void> {
  await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(settlePage);
  await expectNoSidewaysScroll(page);
  const { pathname } = new URL(page.url());
  expect.soft(await page.evaluate(smallTargets, FINGER), `targets below ${FINGER} px on ${pathname}`).toEqual([]);
}

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

/** Opens each of the screens on which money is decided, and buys an add-on on its way. Boards billing-phone, billing-upgrade-phone. */
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
    await expect(payButton(page)).toBeInViewport({ ratio: 1 });
    await look(page);
    const [higher, present] = ['Premium', 'Pro'].map((name) =>
      page.getByRole('radio', { name: new RegExp(`^${name}\\b`) }),
    );
    const places = await Promise.all(
      [higher, present].map(async (plan) => (await plan?.boundingBox())?.y ?? Number.NaN),
    );
    expect(places[0], 'the higher plan comes first').toBeLessThan(places[1] ?? Number.NaN);
    // Chosen, the present plan says again what it has.
    await expect(page.getByText('Aliases')).toHaveCount(2);
    await expect(page.getByText('Aliases').filter({ visible: true })).toHaveCount(1);
    await present?.click();
    await expect(page.getByText('Aliases').filter({ visible: true })).toHaveCount(2);
  });
  await test.step('the renewal, and more mailboxes', async () => {
    await page.goto('/billing-and-upgrade?renew=true');
    await look(page);
    await page.goto('/buy-email-account');
    await expect(payButton(page)).toBeInViewport({ ratio: 1 });
    await look(page);
  });
  await test.step('an add-on', async () => {
    await page.goto('/addons/storage_addon');
    await page.getByRole('combobox', { name: 'Mailbox' }).fill('orders');
    await page.getByRole('option', { name: /orders@/ }).click();
    await expect(payButton(page)).toBeInViewport({ ratio: 1 });
    await look(page);
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

for (const width of [320, 390])
  test.describe(`on a phone that is ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 720 }, hasTouch: true, isMobile: true });
    test(`no screen scrolls sideways, all that is pressed is as large as a finger, and the button that pays is in reach: ${width} pixels [MOB-02]`, async ({
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
  });
