import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { buyPro, createMailboxes } from '../server/panel-api.ts';
import { sendMail } from '../server/send-mail.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { linkMailedTo } from '../steps/outbox.ts';
import { choosePassword, fillSignIn, signIn } from '../steps/sign-in.ts';

const FIRST = 'Fresh-bread-2026!';
const NEXT = 'Second-loaf-2026!';
const REFUSED = { accepted: false, code: 550 };

async function choose(page: Page, address: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${address}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Signs in as the owner of a mailbox in a separate browser; returns whether it worked. */
async function isLetIn(browser: Browser, url: string, who: { email: string; password: string }): Promise<boolean> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/login');
  await fillSignIn(page, who);
  const refusal = page.getByText(/^(Incorrect email address or password|Your mailbox is suspended)/);
  const home = page.getByRole('heading', { name: 'Your mailbox' });
  await expect(refusal.or(home)).toBeVisible();
  const isIn = await home.isVisible();
  await context.close();
  return isIn;
}

test('an admin suspends, unsuspends, resets, adds an alias and deletes, each with an immediate effect on sign-in and mail [MBX-04, MBX-05, MBX-06, MBX-13, ALI-01, ALI-02]', async ({
  page,
  browser,
  postern,
  newDomain,
}) => {
  const domain = newDomain('bakery');
  const home = `bert@${domain.replace('.example', '-home.example')}`;
  const bought = await buyPro(postern, { partner: 54, domain, email: `owner@${domain}-bills.example` }, 3);
  await createMailboxes(postern, bought, [
    { userName: 'ada', displayName: 'Ada Fields' },
    { userName: 'bert', displayName: 'Bert Maas' },
  ]);
  const bert = `bert@${domain}`;
  const alias = `orders@${domain}`;
  const canSignIn = (password: string) => isLetIn(browser, postern.url, { email: bert, password });
  const row = mailboxRow(page, 'Bert Maas');
  await signIn(page, { email: `ada@${domain}`, password: FIRST });

  await test.step('suspended: no sign-in, but mail still arrives', async () => {
    await choose(page, bert, 'Suspend');
    await page.getByRole('textbox', { name: /Reason/ }).fill('On leave until May');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(row).toContainText('Suspended');
    expect(await canSignIn(FIRST)).toBe(false);
    expect(await sendMail(postern.smtpPort, bert)).toMatchObject({ accepted: true });
    await row.getByRole('button', { name: 'Suspended' }).hover();
    await expect(page.getByText('On leave until May')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('unsuspended: the same password lets in again', async () => {
    await choose(page, bert, 'Unsuspend');
    await page.getByRole('dialog').getByRole('button', { name: 'Unsuspend' }).click();
    await expect(row).toContainText('Active');
    expect(await canSignIn(FIRST)).toBe(true);
  });

  await test.step('a link for a new password', async () => {
    await choose(page, bert, 'Reset password');
    await page.getByRole('textbox', { name: 'Send the link to' }).fill(home);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText(`The link for a new password is on its way to ${home}.`)).toBeVisible();
    const context = await browser.newContext({ baseURL: postern.url });
    const owner = await context.newPage();
    await owner.goto(await linkMailedTo(owner, home));
    await choosePassword(owner, NEXT);
    await context.close();
    expect(await canSignIn(FIRST)).toBe(false);
    expect(await canSignIn(NEXT)).toBe(true);
  });

  await test.step('an alias receives at once', async () => {
    expect(await sendMail(postern.smtpPort, alias)).toEqual(REFUSED);
    await choose(page, bert, 'Manage aliases');
    await page.getByRole('button', { name: 'Add alias' }).click();
    await page.getByRole('textbox', { name: 'Display name' }).fill('Orders');
    await page.getByRole('textbox', { name: 'Alias', exact: true }).fill('orders');
    await page.getByRole('button', { name: 'Add alias' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: alias })).toBeVisible();
    await expectAccessible(page);
    expect(await sendMail(postern.smtpPort, alias)).toMatchObject({ accepted: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('deleted: its addresses are refused', async () => {
    await choose(page, bert, 'Delete');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete mailbox' }).click();
    await expect(row).toHaveCount(0);
    await expect(page.getByText('1 mailbox', { exact: true })).toBeVisible();
    expect(await sendMail(postern.smtpPort, bert)).toEqual(REFUSED);
    expect(await sendMail(postern.smtpPort, alias)).toEqual(REFUSED);
    expect(await canSignIn(NEXT)).toBe(false);
  });

  await test.step('the last one is only replaced', async () => {
    await choose(page, `ada@${domain}`, 'Delete');
    const form = page.getByRole('dialog', { name: `Replace ada@${domain}` });
    await form.getByRole('textbox', { name: 'Who is it for?' }).fill('Zoe Quinn');
    await form.getByRole('textbox', { name: 'Address' }).fill('zoe');
    await form.getByRole('button', { name: 'Create and delete' }).click();
    await expect(page.getByRole('dialog', { name: 'Mailbox created' })).toContainText(
      `ada@${domain} has been deleted.`,
    );
    expect(await sendMail(postern.smtpPort, `ada@${domain}`)).toEqual(REFUSED);
    expect(await sendMail(postern.smtpPort, `zoe@${domain}`)).toMatchObject({ accepted: true });
  });
});
