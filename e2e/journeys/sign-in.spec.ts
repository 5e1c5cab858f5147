import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { ADMIN, fillSignIn, OWNER, signIn, signOut } from '../steps/sign-in.ts';
import { closeWelcome, welcome } from '../steps/welcome.ts';

test('the customer signs in after a wrong password, and signs out [ENT-01, ENT-02, ENT-03, ENT-11, SHL-06]', async ({
  page,
}) => {
  await page.goto('/login?email=ada.fields%40home.example');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(OWNER.email);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await expectAccessible(page);
  await fillSignIn(page, { ...OWNER, password: 'Not-the-password-1!' });
  await expect(page.getByText('Incorrect email address or password.')).toBeVisible();
  await expectAccessible(page);
  await fillSignIn(page, OWNER);
  await expect(welcome(page)).toContainText('Go to mailboxes');
  await expectAccessible(page);
  await closeWelcome(page);
  await expect(mailboxRow(page, 'Ada Fields')).toBeVisible();
  await expectAccessible(page);
  await signOut(page);
  await expect(page).toHaveURL(/\/(login)?$/);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('bluebottle');
});

test('a mailbox with admin rights can sign in too, and the browser is known from then on [ENT-01, ENT-14]', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  await expect(mailboxRow(page, 'Ada Fields')).toBeVisible();
  const marks = async () => (await context.cookies()).map(({ name, value, httpOnly }) => ({ name, value, httpOnly }));
  const before = await marks();
  expect(before).toEqual([{ name: 'signed-in-before', value: expect.stringMatching(/^[\w-]{43}$/), httpOnly: true }]);
  await signOut(page);
  await fillSignIn(page, ADMIN);
  await expect(mailboxRow(page, 'Ada Fields')).toBeVisible();
  // A browser that wasn't recognised would have got another mark.
  expect(await marks()).toEqual(before);
});

test('signing out in one tab ends the session in the others, and Back shows nothing private [ENT-11, ENT-12]', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  const other = await context.newPage();
  await other.goto('/email-accounts');
  await expect(mailboxRow(other, 'Ada Fields')).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  // Back is pressed and not waited for: the page that it leads to goes to the sign-in before it has loaded.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await expect(page.getByText('Ada Fields')).toHaveCount(0);
});

test('an address of the panel opened while signed out is shown after the sign-in [SHL-02, ENT-13]', async ({
  page,
}) => {
  await page.goto('/email_accounts?from=bookmark');
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  await fillSignIn(page, ADMIN);
  await expect(page).toHaveURL(/\/email[_-]accounts\?from=bookmark$/);
  await closeWelcome(page);
  await expect(mailboxRow(page, 'Ada Fields')).toBeVisible();
});

test('a phone that reads the code on an admin’s screen opens the settings of that mailbox after the sign-in; others than admins see their own [APP-01, SHL-02]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('bücher');
  const { hostname } = new URL(`http://${domain}`);
  const wish = { partner: 54, domain: hostname, email: `owner@${newDomain('codes')}` };
  const bought = await buyPro(postern, wish, 2);
  await createMailboxes(postern, bought, [
    { userName: 'anna', displayName: 'Anna' },
    { userName: 'bert', displayName: 'Bert' },
  ]);
  const addressOf = (name: string) => `/device-download?${new URLSearchParams({ mailbox: `${name}@${hostname}` })}`;
  const userName = page.getByRole('region', { name: 'Account' }).getByText(`@${hostname}`).last();
  const login = (name: string) => ({ email: `${name}@${domain}`, password: 'Fresh-bread-2026!' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(addressOf('bert'));
  await fillSignIn(page, login('anna'));
  await expect(page).toHaveURL(addressOf('bert'));
  await expect(userName).toHaveText(`bert@${hostname}`);
  await expect(page.getByText(`bert@${domain}`).first()).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(addressOf('anna'));
  await fillSignIn(page, login('bert'));
  await expect(page.getByText(`You can't set up anna@${domain} here.`)).toBeVisible();
  await expect(userName).toHaveText(`bert@${hostname}`);
  await expectAccessible(page);
});

test('the domain switcher opens the other domain with its own list [SHL-07]', async ({ page, postern, newDomain }) => {
  const email = `owner@${newDomain('two-shops')}`;
  const first = await buyPro(postern, { partner: 54, domain: newDomain('first'), email }, 2);
  const second = await buyPro(postern, { partner: 54, domain: newDomain('second'), email }, 3);
  await createMailboxes(postern, first, [{ userName: 'anna', displayName: 'Anna of the first' }]);
  await page.goto(await postern.purchaseLink(first.wish));
  await closeWelcome(page);
  await expect(mailboxRow(page, 'Anna of the first')).toBeVisible();
  await page.getByRole('button', { name: /switch to another/i }).click();
  await expect(page.getByRole('button', { name: first.wish.domain, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: second.wish.domain, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Anna of the first')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(/0 of 3 paid mailboxes are in use/).filter({ visible: true })).toBeVisible();
});

test('an unknown path says so and leads to the sign-in [SHL-01]', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { name: 'Page Not Found.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
});
