import { settlePage } from '@postern/testkit/settle-page';
import { expectNoSidewaysScroll } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import { showPseudoLocale } from '../steps/pseudo-locale.ts';
import { OWNER, signIn } from '../steps/sign-in.ts';

const SCREENS = [
  ...['/email-accounts', '/email-accounts/bulk', '/internal-forward', '/catch-all-email', '/spam-filter-control'],
  ...['/import-email', '/domain-verification', '/manage-dns', '/email-reputation', '/change-domain'],
  ...['/device-download', '/security', '/activity', '/domains', '/mobile-home'],
  ...['/billing-and-subscription', '/billing-and-upgrade', '/buy-email-account', '/addons/storage_addon'],
];
/** What a person is told or asked to press; other texts hold data. */
const SAID = 'h1, h2, h3, button, label, legend, th, [role=tab]';
/** A date, an address, a domain, or what the operator's plan file calls its products. */
const DATA = /\d{4}|@|\.example|^(Pro|Max|Extra storage)$/;

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

test('in a language half as long again every screen fits 320 pixels, and says nothing that no file of texts has [BRD-03] [MOB-02]', async ({
  page,
}) => {
  await signIn(page, OWNER);
  await showPseudoLocale(page);
  for (const path of SCREENS)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible();
      await expect(page.getByText(/[áéíóú]/).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await page.evaluate(settlePage);
      await expectNoSidewaysScroll(page);
      const said = await page.locator(SAID).filter({ visible: true }).allInnerTexts();
      const plain = said.filter((text) => /[aeiou]/i.test(text) && !/[áéíóú]/i.test(text) && !DATA.test(text));
      expect.soft(plain, `texts on ${path} that are in no file`).toEqual([]);
    });
});
