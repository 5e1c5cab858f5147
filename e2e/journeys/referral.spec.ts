import { type ReferralScript, startReferralScript } from '@postern/testkit/referral-script';
import { expectAccessible } from '../accessible.ts';
import { expect, test as base } from '../journey.ts';
import { posternClient, SHORT_LIVED, startPostern } from '../server/start-postern.ts';
import { DATA_FOLDER } from '../start-everything.ts';
import { fillSignIn, OWNER, signIn, signOut } from '../steps/sign-in.ts';
import { watchContext } from '../watch-context.ts';

/** A panel of its own, whose operator has a referral programme. */
const test = base.extend<object, { programme: ReferralScript }>({
  faults: async ({ context, postern, programme }, provide) => {
    const { faults } = watchContext(context, postern.url, programme.origin);
    await provide(faults);
    expect(faults, 'console errors, failed answers, other hosts').toEqual([]);
  },
  programme: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      await using programme = await startReferralScript();
      await provide(programme);
    },
    { scope: 'worker' },
  ],
  postern: [
    async ({ programme }, provide) => {
      const settings = {
        POSTERN_REFERRAL_PRODUCT_ID: 'harbour',
        POSTERN_REFERRAL_SECRET: 'a secret',
        POSTERN_REFERRAL_REWARD: '100 EUR',
        POSTERN_REFERRAL_SCRIPT_URL: programme.scriptUrl,
      };
      const { location, end } = await startPostern(settings, process.env[DATA_FOLDER], SHORT_LIVED);
      await provide(posternClient(location));
      await end();
    },
    { scope: 'worker' },
  ],
});

test('a customer agrees, gets a link in a frame that sees nothing of the panel, pays without the frame anywhere, and withdraws [BRD-05]', async ({
  page,
  programme,
}) => {
  const frame = page.frameLocator('iframe');
  const field = frame.getByRole('textbox', { name: 'Your link' });
  const openReferral = async () => {
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('link', { name: 'Refer and earn' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Refer and earn' })).toBeVisible();
  };

  await test.step('nobody is told anything before consent', async () => {
    await signIn(page, OWNER);
    await openReferral();
    await expect(page.getByText('earn up to €100')).toBeVisible();
    await expect(page.getByText(`your email address: ${OWNER.email}`)).toBeVisible();
    await expectAccessible(page);
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(programme.asked).toEqual([]);
  });

  await test.step('then the script is given what the page said, and can reach nothing else', async () => {
    await page.getByRole('button', { name: 'Agree and open Cello' }).click();
    await expect(field).toHaveValue('https://harbour.cello.test/abc');
    await expect(frame.locator('body[data-open]')).toBeVisible();
    const [boot] = programme.boots;
    expect(boot?.options).toEqual({
      productId: 'harbour',
      token: expect.stringMatching(/^eyJ/),
      language: 'en',
      themeMode: 'light',
      productUserDetails: { email: OWNER.email, fullName: 'Ada Fields' },
    });
    expect(boot?.seen).toEqual({ origin: 'null', referrer: '', parent: 'SecurityError', kept: 'kept', cookie: '' });
    expect(
      programme.asked.filter((path) => !/^(GET \/app\/latest\/cello\.js|(OPTIONS|POST) \/boot)$/.test(path)),
    ).toEqual([]);
    await expectAccessible(page);
  });

  await test.step('where people pay there is no frame and no call to the programme, also after a reload', async () => {
    const before = programme.asked.length;
    for (const name of ['Subscription', 'Plans']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
    }
    expect(programme.asked).toHaveLength(before);
  });

  await test.step('the consent is still there after signing in again, until it is withdrawn', async () => {
    await signOut(page);
    await fillSignIn(page, OWNER);
    await openReferral();
    await expect(field).toHaveValue('https://harbour.cello.test/abc');
    await page.getByRole('button', { name: 'Withdraw consent' }).click();
    await expect(page.locator('iframe')).toHaveCount(0);
    const before = programme.asked.length;
    await page.reload();
    await expect(page.getByRole('button', { name: 'Agree and open Cello' })).toBeVisible();
    expect(programme.asked).toHaveLength(before);
  });
});
