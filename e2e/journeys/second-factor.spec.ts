import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { codeOf } from '../steps/authenticator.ts';
import { fillSignIn, signOut } from '../steps/sign-in.ts';

/** The password of every mailbox from `createMailboxes`. */
const PASSWORD = 'Fresh-bread-2026!';

test('a mailbox user without admin rights sets up a second factor, signs in with a code and with a recovery code, and creates an app password [MBX-08, MBX-14]', async ({
  page,
  postern,
  newDomain,
}) => {
  const domain = newDomain('guarded');
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${newDomain('home')}` }, 2);
  const people = ['ada', 'bert'].map((userName) => ({ userName, displayName: userName }));
  await createMailboxes(postern, bought, people);
  const email = `bert@${domain}`;
  const home = page.getByRole('heading', { name: 'Your mailbox' });
  const code = page.getByRole('textbox', { name: '6-digit code' });

  const { secret, recoveryCode } =
    await test.step('the app gets its secret, the person the recovery codes', async () => {
      await page.goto('/login');
      await fillSignIn(page, { email, password: PASSWORD });
      await expect(home).toBeVisible();
      await page.getByRole('link', { name: 'Sign-in and security' }).click();
      await page.getByRole('button', { name: 'Set up' }).click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      await expectAccessible(page);
      const address = await page.locator('a[href^="otpauth:"]').getAttribute('href');
      const given = /secret=([A-Z2-7]+)/.exec(address ?? '')?.[1] ?? '';
      await code.fill(codeOf(given));
      await page.getByRole('button', { name: 'Switch on' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const first = await codes.first().innerText();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('You have 10 recovery codes left')).toBeVisible();
      return { secret: given, recoveryCode: first };
    });
  await test.step('an app password, shown once', async () => {
    await expect(page.getByText(/mail apps no longer work with your own password/)).toBeVisible();
    await page.getByRole('button', { name: 'Create app password' }).click();
    await page.getByRole('textbox', { name: 'What is it for?' }).fill('Mail on my phone');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await expect(page.getByRole('list', { name: 'App passwords' }).getByText('Mail on my phone')).toBeVisible();
    await expect(page.getByText(/^[a-z2-7]{5}(-[a-z2-7]{5}){3}$/)).toHaveCount(0);
    await expectAccessible(page);
  });
  await test.step('the password alone no longer signs in; a code from the app or a recovery code is needed', async () => {
    await signOut(page);
    await fillSignIn(page, { email, password: PASSWORD });
    await code.fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(home).toBeVisible();
    await signOut(page);
    await fillSignIn(page, { email, password: PASSWORD });
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(home).toBeVisible();
    await page.getByRole('link', { name: 'Sign-in and security' }).click();
    await expect(page.getByText('You have 9 recovery codes left')).toBeVisible();
  });
});
