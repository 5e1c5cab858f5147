import type { Page } from '@playwright/test';
import { expect, test } from '../journey.ts';
import { buyPro } from '../server/panel-api.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { linkMailedTo } from '../steps/outbox.ts';
import { choosePassword } from '../steps/sign-in.ts';

const PASSWORD = 'Only-by-keys-2026!';

test('with the keyboard alone one can sign in and create a mailbox, and the focus returns to where it was [ENT-01, MBX-02]', async ({
  page,
  postern,
  newDomain,
}) => {
  const email = `owner@${newDomain('keys')}`;
  const { wish } = await buyPro(postern, { partner: 54, domain: newDomain('typist'), email }, 3);
  await page.goto(await linkMailedTo(page, email));
  await choosePassword(page, PASSWORD);

  await page.goto('/login');
  await tabTo(page, 'Email');
  await page.keyboard.type(email);
  await tabTo(page, 'Password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Create your first mailbox' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(page, 'Create mailbox');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Who is it for?' })).toBeFocused();
  await page.keyboard.type('Orders');
  await test.step('Back and a reload ask before they throw away what was typed', async () => {
    await page.evaluate(() => history.back());
    await expect(page.getByRole('alertdialog', { name: 'Discard this mailbox?' })).toBeVisible();
    await expect(page.getByRole('alertdialog').locator(':focus')).toHaveAccessibleName('Keep editing');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await expect(page.getByRole('textbox', { name: 'Who is it for?' })).toHaveValue('Orders');
    await expect(page).toHaveURL(/\/email-accounts$/);
  });
  await tabTo(page, 'Address');
  await page.keyboard.type('orders');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mailbox created' })).toBeVisible();
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(mailboxRow(page, `orders@${wish.domain}`)).toBeVisible();
  await expect(page.locator(':focus')).toHaveAccessibleName(
    /Create mailbox|Actions for orders@|Set up for me|Show me the records|See what is missing/,
  );
});

const MOST_TABS = 40;

/** Presses Tab until the element with this name has the focus. The focus must be visible on the way. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    const focused = page.locator(':focus');
    if ((await focused.count()) === 1) {
      const isIt = await focused.evaluate((element, wanted) => {
        const labels = (element as HTMLInputElement).labels;
        const words = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
        return words.trim() === wanted;
      }, name);
      if (isIt) return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_TABS} presses of Tab don't reach “${name}”`);
}
