import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { PHONE } from '../sizes.ts';
import { CODE, expectSameAsPanel, openEarly, picture } from '../steps/early-picture.ts';
import { OWNER, signIn } from '../steps/sign-in.ts';

const LIST = '/email-accounts';
const ANSWER = /\/panel\/account\/email\/list\?/;
const PICTURE = /\/assets\/list-picture-[\w-]+\.js$/;
const HOSTILE = '<img src="x" onerror="window.hacked = true"> & "Bert"';

const openList = (page: Page) => openEarly(page, LIST, PICTURE);

async function panelIsThere(page: Page): Promise<void> {
  await expect(page.locator('#root').getByRole('listitem').first()).toBeVisible();
  await expect(picture(page)).toHaveCount(0);
}

test.use(PHONE);

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test(`on a phone the list is drawn before the panel is there, in every language as the panel draws it, and nothing moves, ${colorScheme} [MBX-01]`, async ({
      page,
    }) => {
      await signIn(page, OWNER);
      for (const locale of ['en', 'de-de', 'ja'])
        await test.step(locale, async () => {
          await page.evaluate((lang) => sessionStorage.setItem('lang', lang), locale);
          const release = await openList(page);
          await expect(picture(page).getByText('bert@').first()).toBeVisible();
          await expectSameAsPanel(page, { release, panelIsThere, atLeast: 60 });
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
        });
    });
  });

test('a name that looks like markup is a text in the early list, too [MBX-01]', async ({ page }) => {
  await signIn(page, OWNER);
  await page.context().route(ANSWER, async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { accounts: object[] };
    await route.fulfill({
      response: answer,
      json: { ...list, accounts: list.accounts.map((account) => ({ ...account, displayName: HOSTILE })) },
    });
  });
  const release = await openList(page);
  await expect(picture(page).getByText(HOSTILE).first()).toBeVisible();
  await expect(picture(page).locator('img')).toHaveCount(0);
  release();
  await panelIsThere(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('what is pressed or typed before the panel is there happens once it is, and the scrolled place is kept [MBX-01]', async ({
  page,
}) => {
  await signIn(page, OWNER);
  const first = await openList(page);
  const name = /^Actions for bert@/;
  await picture(page).getByRole('button', { name }).tap();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(picture(page).getByRole('button', { name })).toHaveAttribute('aria-busy', 'true');
  first();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(1);

  const second = await openList(page);
  await picture(page).getByRole('searchbox').tap();
  await page.keyboard.type('bert');
  second();
  await panelIsThere(page);
  await expect(page.getByRole('searchbox')).toHaveValue('bert');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page).toHaveURL(/q=bert/);

  const third = await openList(page);
  await expect(picture(page).getByText('bert@').first()).toBeVisible();
  // A font that arrives later makes the rows above a pixel lower, and the browser scrolls by it.
  await page.evaluate(async () => {
    await document.fonts.ready;
    window.scrollTo(0, 90);
  });
  third();
  await panelIsThere(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(90);

  const fourth = await openList(page);
  await picture(page).getByRole('link', { name: 'Skip to content' }).waitFor({ state: 'attached' });
  expect(await picture(page).locator('a:not([href])').count()).toBe(0);
  fourth();
  await panelIsThere(page);
});

test('the panel’s files wait for the picture, but not for answers that don’t come, nor for a picture that is lost [MBX-01]', async ({
  page,
}) => {
  await signIn(page, OWNER);
  const order: string[] = [];
  page.on('request', (request) => CODE.test(request.url()) && order.push('code asked for'));
  page.on('requestfinished', (request) => ANSWER.test(request.url()) && order.push('answer there'));
  await page.goto(LIST);
  await panelIsThere(page);
  expect(order).toEqual(['answer there', 'code asked for']);

  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(ANSWER, async (route) => {
    await held;
    await route.continue();
  });
  order.length = 0;
  await page.goto(LIST);
  await expect(page.locator('#root main')).toBeVisible();
  expect(order).toEqual(['code asked for']);
  answer();
  await panelIsThere(page);
  await page.unrouteAll();

  await page.route(PICTURE, (route) => route.abort());
  await page.goto(LIST);
  await panelIsThere(page);
});

test('a page whose first script is stopped on its way works all the same [SHL-01]', async ({ page, faults }) => {
  await page.route('/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"use strict";', '"use strict";;') });
  });
  await signIn(page, OWNER);
  expect(faults.splice(0)).toEqual([expect.stringContaining('Executing inline script violates')]);
});

const CASES: Record<string, (page: Page) => Promise<void>> = {
  'a list that is empty': async (page) =>
    void (await page
      .context()
      .route(ANSWER, (route) => route.fulfill({ json: { accounts: [], nextCursor: null, total: 0 } }))),
  'another domain than the answers are about': (page) =>
    page.evaluate(() => sessionStorage.setItem('domain', 'another.example')),
  'a support visit': (page) => page.evaluate(() => sessionStorage.setItem('visit', '{}')),
  'the view inside another page': (page) => page.evaluate(() => localStorage.setItem('view', 'widget')),
  'another partner than the host has': (page) => page.evaluate(() => sessionStorage.setItem('partnerId', '4711')),
  'a session that has ended': (page) =>
    page.evaluate(() => sessionStorage.setItem('authToken', 'a-session-that-has-ended')),
};

test('nothing out of the ordinary is drawn before the panel is there: it decides itself [ENT-12]', async ({ page }) => {
  await signIn(page, OWNER);
  const items = await page.evaluate(() => JSON.stringify(sessionStorage));
  const beAsBefore = async () => {
    // Where no panel runs, which could write down its own session again.
    await page.goto('/healthz');
    await page.evaluate((kept) => {
      sessionStorage.clear();
      localStorage.removeItem('view');
      for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, string>))
        sessionStorage.setItem(name, value);
    }, items);
  };
  for (const [what, change] of Object.entries(CASES))
    await test.step(what, async () => {
      await beAsBefore();
      await change(page);
      await openList(page);
      await expect(picture(page), what).toHaveCount(0);
      await expect(page.locator('#root'), what).toBeEmpty();
      await page.context().unrouteAll();
    });
  await test.step('a search in the address asks for no picture', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.unrouteAll();
    await beAsBefore();
    await page.goto(`${LIST}?q=bert`);
    await expect(page.getByText('bert@').first()).toBeVisible();
    expect(asked.filter((url) => PICTURE.test(url))).toEqual([]);
  });
});
