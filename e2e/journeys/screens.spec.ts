import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, expectAccessible } from '../accessible.ts';
import { expect, test } from '../journey.ts';
import type { Postern } from '../server/start-postern.ts';
import { tourAllScreens } from '../steps/tour.ts';

type Given = { page: Page; postern: Postern; newDomain: (word: string) => string };
const tour = ({ page, postern, newDomain }: Given, look: (screen: string) => Promise<void>) =>
  test.step('every screen', () => tourAllScreens(page, postern, newDomain('tour'), look));

test.describe('where the device is dark', () => {
  test.use({ colorScheme: 'dark' });
  test('every screen has a dark version, with the contrast that WCAG AA requires [BRD-01]', async ({
    page,
    postern,
    newDomain,
  }) => {
    await tour({ page, postern, newDomain }, async (screen) => {
      expect(await lightnessOfPage(page), screen).toBeLessThan(60);
      await expectAccessible(page);
    });
  });
});

test.describe('where the browser speaks German, on the narrowest phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  test('every screen is in German, with its money and dates, and none scrolls sideways [BRD-03, BRD-04] [SHL-02]', async ({
    page,
    postern,
    newDomain,
  }) => {
    await tour({ page, postern, newDomain }, async (screen) => {
      await expect(page.locator('html')).toHaveAttribute('lang', /^de/);
      const text = await page.locator('body').innerText();
      expect(text, screen).not.toMatch(/\b(the|your|you|with|and|mailbox(es)?|Next|Sign in|Password)\b/);
      if (screen === 'plan') expect(text).toMatch(/29,00\s€/);
      await expectNoSidewaysScroll(page);
    });
  });
});

/** The brightness of the page background, 0 to 255. */
const lightnessOfPage = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('This browser has no canvas.');
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
  });
