import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { PHONE, WIDE } from '../sizes.ts';
import { buyPro, createCrowd, type NewMailbox } from '../server/panel-api.ts';
import { mailboxRow } from '../steps/mailboxes.ts';
import { openPanel } from '../steps/open-panel.ts';

const COUNT = 200;
const people: NewMailbox[] = Array.from({ length: COUNT }, (_, index) => {
  const number = String(index + 1).padStart(4, '0');
  return { userName: `person-${number}`, displayName: `Person ${number}` };
});

for (const [place, size] of Object.entries({ 'on a wide screen': WIDE, 'on a phone': PHONE })) {
  test.describe(place, () => {
    test.use(size);
    test('scrolling reaches the last of many mailboxes, the search finds one, and its menu works with the keyboard [MBX-01]', async ({
      page,
      postern,
      newDomain,
    }) => {
      const place = { partner: 54, domain: newDomain('crowd'), email: `owner@${newDomain('crowd-home')}` };
      const bought = await buyPro(postern, place, COUNT);
      await createCrowd(postern, bought, people);
      await openPanel(page, postern, bought);
      // A phone begins at home.
      await page.goto('/email-accounts');
      await expect(mailboxRow(page, 'Person 0001')).toBeVisible();
      await expectAccessible(page);

      const last = mailboxRow(page, `Person 0${COUNT}`);
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await expect(last).toBeInViewport({ timeout: 500 });
      }).toPass({ timeout: 30_000 });
      await expectAccessible(page);

      await page.evaluate(() => window.scrollTo(0, 0));
      await page.keyboard.press('/');
      await page.keyboard.type('SON-0137');
      await expect(mailboxRow(page, 'Person 0137')).toBeVisible();
      await expect(mailboxRow(page, 'Person 0136')).toHaveCount(0);
      await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible();

      await page.getByRole('button', { name: `Actions for person-0137@${place.domain}` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: `Actions for person-0137@${place.domain}` })).toBeFocused();
      await page.getByRole('searchbox').fill('nobody at all');
      await expect(page.getByText('Nothing found for “nobody at all”')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear search' }).first().click();
      await expect(mailboxRow(page, 'Person 0001')).toBeVisible();
    });
  });
}
