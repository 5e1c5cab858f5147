import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro } from '../server/panel-api.ts';
import { linkMailedTo } from '../steps/outbox.ts';
import { choosePassword, fillSignIn } from '../steps/sign-in.ts';
import { closeWelcome } from '../steps/welcome.ts';

const FIRST = 'First-light-2026!';
const NEXT = 'Second-loaf-2026!';

test('the mail after a purchase leads to the first password; a mailed link replaces a forgotten one, once, and ends all earlier sessions [ENT-09, ENT-12, ENT-14, PUR-06]', async ({
  page,
  browser,
  postern,
  newDomain,
}) => {
  const email = `owner@${newDomain('forgetful')}`;
  await buyPro(postern, { partner: 54, domain: newDomain('shop'), email }, 1);

  await test.step('the first password, from the mail of the purchase', async () => {
    await page.goto(await linkMailedTo(page, email));
    await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await page.getByRole('textbox', { name: 'New password' }).fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
    await expectAccessible(page);
    await choosePassword(page, FIRST);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await fillSignIn(page, { email, password: FIRST });
    await closeWelcome(page);
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await page.goto('/email-accounts');
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  });

  const elsewhere = await browser.newContext({ baseURL: postern.url });
  const visitor = await elsewhere.newPage();
  const link = await test.step('a link for a new one, asked for in another browser', async () => {
    await visitor.goto('/login');
    await visitor.getByRole('link', { name: 'Forgot it?' }).click();
    // The sign-in has a field of the same name; wait until it is gone.
    await expect(visitor.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
    await visitor.getByRole('textbox', { name: 'Email' }).fill(email);
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Send link' }).click();
    await expect(visitor.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expectAccessible(visitor);
    return await linkMailedTo(visitor, email, 2);
  });
  await test.step('the new password ends the session that was open', async () => {
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await choosePassword(visitor, NEXT);
    await page.reload();
    await expect(page.getByText('Your session has ended. Sign in again to continue.')).toBeVisible();
    await fillSignIn(page, { email, password: FIRST });
    await expect(page.getByText('Incorrect email address or password.')).toBeVisible();
    await fillSignIn(page, { email, password: NEXT });
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  });
  await test.step('the link works once', async () => {
    await visitor.goto(link);
    await expect(visitor.getByText('This link has expired or was already used. Ask for a new one.')).toBeVisible();
    await expect(visitor.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  });
  await elsewhere.close();
});
