import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { startPartnerShop } from '../server/partner-shop.ts';
import { PHONE, WIDE } from '../sizes.ts';
import { expectSameAsPanel, openEarly, picture } from '../steps/early-picture.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { fillSignIn, OWNER, signIn } from '../steps/sign-in.ts';

const PICTURE = /\/assets\/sign-in-picture-[\w-]+\.js$/;
/** A typed address that nobody has. */
const TYPED = { email: 'nobody@elsewhere.example', password: 'Not-the-password-1!' };

const openSignIn = (page: Page, path = '/login') => openEarly(page, path, PICTURE);
const field = (page: Page, name: 'email' | 'password') => page.locator(`[name=${name}]`).filter({ visible: true });

async function panelIsThere(page: Page): Promise<void> {
  await expect(picture(page)).toHaveCount(0);
  await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Every call that the page makes from now on, and every address that it opens. */
function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' || request.isNavigationRequest()) calls.push(request);
  });
  return calls;
}
const signInsOf = (calls: readonly Request[]) =>
  calls.filter((call) => call.url().endsWith('/panel/login')).map((call) => call.postDataJSON() as unknown);

for (const [size, use] of Object.entries({ phone: PHONE, wide: WIDE }))
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ ...use, colorScheme });
      test(`the sign-in is drawn before the panel is there, in every language as the panel draws it, and nothing moves: ${size}, ${colorScheme} [ENT-01]`, async ({
        page,
      }) => {
        for (const locale of ['en', 'de-de', 'ja'])
          await test.step(locale, async () => {
            await page.goto('/healthz');
            await page.evaluate((lang) => sessionStorage.setItem('lang', lang), locale);
            const release = await openSignIn(page);
            await expect(page.getByRole('textbox').first(), 'one form, and not two').toBeFocused();
            await expect(picture(page).getByRole('combobox')).toHaveValue(locale);
            await expectAccessible(page);
            await expectSameAsPanel(page, { release, panelIsThere, atLeast: 40 });
            await expect(page.getByRole('textbox').first()).toBeFocused();
            await expect(page.locator('html')).toHaveAttribute('lang', locale);
          });
      });
    });

test("a partner's sign-in is drawn before the panel is there with its name, its links and its colours [ENT-01]", async ({
  page,
  postern,
}) => {
  const host = new URL(postern.url);
  host.hostname = 'northline.localhost';
  const release = await openSignIn(page, `${host.origin}/`);
  await expect(picture(page).locator('header')).toContainText('Northline');
  await expectSameAsPanel(page, { release, panelIsThere, atLeast: 40 });
});

test('both fields, the caret and the focus go along to the panel, and so does a language that was chosen [ENT-01]', async ({
  page,
}) => {
  const first = await openSignIn(page);
  await field(page, 'email').pressSequentially(TYPED.email);
  await field(page, 'password').click();
  await page.keyboard.type(TYPED.password);
  await page.keyboard.press('ArrowLeft');
  first();
  await panelIsThere(page);
  await page.keyboard.type('2');
  await expect(field(page, 'email')).toHaveValue(TYPED.email);
  await expect(field(page, 'password')).toHaveValue('Not-the-password-12!');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();

  const second = await openSignIn(page);
  await field(page, 'email').pressSequentially(TYPED.email);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await picture(page).getByRole('combobox').selectOption('de-de');
  await field(page, 'email').focus();
  second();
  await panelIsThere(page);
  await expect(page.getByRole('heading', { name: 'Anmelden', level: 1 })).toBeVisible();
  await page.keyboard.type('o');
  await expect(field(page, 'email')).toHaveValue('noobody@elsewhere.example');
});

/** Each way to sign in before the panel is there. */
const WAYS: Record<string, (page: Page) => Promise<void>> = {
  'a press of the button': async (page) => {
    await fillSignIn(page, TYPED);
    await page.getByRole('button', { name: 'Sign in' }).click();
  },
  'Enter in a field': async (page) => {
    await field(page, 'email').fill(TYPED.email);
    await field(page, 'password').click();
    await page.keyboard.type(TYPED.password);
    await page.keyboard.press('Enter');
  },
  'a password manager that tells nobody, and a press of the button': async (page) => {
    const { x = 0, y = 0 } = (await picture(page).getByRole('button', { name: 'Sign in' }).boundingBox()) ?? {};
    await page.evaluate((filled) => {
      for (const [name, value] of Object.entries(filled)) {
        const field = document.querySelector<HTMLInputElement>(`[data-slot=picture] [name=${name}]`);
        if (field) field.value = value;
      }
    }, TYPED);
    await page.mouse.click(x + 9, y + 9);
  },
};

for (const [way, act] of Object.entries(WAYS))
  test(`before the panel is there, ${way} sends nothing; once it is, it signs in, once [ENT-01]`, async ({ page }) => {
    const release = await openSignIn(page);
    const calls = watchCalls(page);
    await act(page);
    await expect(picture(page).getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true');
    // Nor does a program that sends a form without its button.
    await page.evaluate(() => document.querySelector('form')?.submit());
    expect(calls.map((call) => call.url())).toEqual([]);
    await expect(page).toHaveURL(/\/login$/);
    await expect(picture(page)).toHaveCount(1);
    release();
    await expect(page.getByText('Incorrect email address or password.')).toBeVisible();
    expect(signInsOf(calls)).toEqual([TYPED]);
    await expect(page).toHaveURL(/\/login$/);
  });

test('before the panel is there, the password can be shown and a forgotten one asked for: once it is, that happens [ENT-01, ENT-05]', async ({
  page,
}) => {
  const first = await openSignIn(page);
  await field(page, 'password').fill(TYPED.password);
  await picture(page).getByRole('button', { name: 'Show password' }).click();
  first();
  await panelIsThere(page);
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
  await expect(field(page, 'password')).toHaveAttribute('type', 'text');
  await expect(field(page, 'password')).toHaveValue(TYPED.password);

  const second = await openSignIn(page);
  const link = picture(page).getByRole('link', { name: 'Forgot it?' });
  await expect(link).toHaveAttribute('href', '/reset-password');
  await field(page, 'email').fill(TYPED.email);
  await link.click();
  await expect(page).toHaveURL(/\/login$/);
  second();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(TYPED.email);
});

test('the panel waits with its place until a finger is off the button [ENT-01]', async ({ page }) => {
  const calls = watchCalls(page);
  const release = await openSignIn(page);
  await field(page, 'email').fill(TYPED.email);
  await field(page, 'password').fill(TYPED.password);
  await picture(page).getByRole('button', { name: 'Sign in' }).hover();
  await page.mouse.down();
  release();
  await expect(page.locator('#root [name=password]')).toBeAttached();
  await expect(picture(page)).toHaveCount(1);
  await page.mouse.up();
  await expect(page.getByText('Incorrect email address or password.')).toBeVisible();
  expect(signInsOf(calls)).toEqual([TYPED]);
});

const expectNone = async (page: Page, what: string) => {
  await expect(picture(page), what).toHaveCount(0);
  await expect(page.locator('#root'), what).toBeEmpty();
};

test('no sign-in is drawn early where the panel would draw something else [ENT-01, ENT-12]', async ({
  page,
  context,
}) => {
  await test.step('another view', async () => {
    await page.goto('/healthz');
    await page.evaluate(() => localStorage.setItem('view', 'mobile'));
    await openSignIn(page);
    await expectNone(page, 'another view');
    await page.evaluate(() => localStorage.removeItem('view'));
  });
  await test.step('what was typed before the page loaded anew', async () => {
    // Where no panel runs, which would take the draft.
    await page.goto('/healthz');
    const draft = JSON.stringify(TYPED.email);
    await page.evaluate((kept) => sessionStorage.setItem('postern.draft.login.email', kept), draft);
    const release = await openSignIn(page);
    await expectNone(page, 'a draft');
    release();
    await expect(field(page, 'email')).toHaveValue(TYPED.email);
  });
  await test.step('a session in another tab', async () => {
    const other = await context.newPage();
    await signIn(other, OWNER);
    const release = await openSignIn(page);
    await expectNone(page, 'a session elsewhere');
    release();
    await expect(mailboxRow(page, 'Ada Fields')).toBeVisible();
  });
});

test('with a query, and inside another page, no early sign-in is asked for [ENT-01]', async ({ browser, postern }) => {
  const context = await browser.newContext(WIDE);
  const shop = await startPartnerShop(postern, { domain: 'framed.example', email: TYPED.email });
  try {
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    const page = await context.newPage();
    await page.goto(`${postern.url}/login?email=${TYPED.email}`);
    await expect(field(page, 'email')).toHaveValue(TYPED.email);
    await page.goto(`${shop.url}/?frame=${encodeURIComponent(`${shop.panel}/login`)}`);
    await expect(page.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
    expect(asked.filter((url) => PICTURE.test(url))).toEqual([]);
  } finally {
    await shop.end();
    await context.close();
  }
});
