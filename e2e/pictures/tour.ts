import type { Page } from '@playwright/test';
import type { Bought } from '../server/panel-api.ts';
import type { LinkOptions, Postern } from '../server/start-postern.ts';
import type { Camera } from './camera.ts';
import type { PanelTexts } from './panel-texts.ts';

/** Everything that a tour of the panel's screens needs. */
export type Tour = {
  page: Page;
  camera: Camera;
  words: PanelTexts;
  postern: Postern;
  /** The partner whose customer takes the tour. */
  partner: number;
  /** The panel's address at this partner. */
  url: string;
  /** A domain that nobody has. */
  newDomain: (word: string) => string;
};

export const button = ({ page, words }: Tour, key: string) =>
  page.getByRole('button', { name: words(key) }).filter({ visible: true });
export const field = ({ page, words }: Tour, key: string) =>
  page
    .getByRole('textbox', { name: words(key) })
    .or(page.getByLabel(words(key)))
    .filter({ visible: true })
    .first();

const DIALOGS = '[role=dialog], [role=alertdialog], [data-slot=page-modal]';

/** A dialog: over the page, or instead of it for partners without overlays. */
export const openDialog = (page: Page) => page.locator(DIALOGS).filter({ visible: true }).last();

export async function closeDialog({ page, words }: Tour): Promise<void> {
  const dialog = openDialog(page);
  await dialog
    .getByRole('button', { name: words('app.close') })
    .first()
    .click();
  // The tour's own input may be discarded.
  const discard = dialog.getByRole('button', { name: words('shell.discard.confirm') });
  await discard
    .or(page.locator(`body:not(:has(${DIALOGS}))`))
    .first()
    .waitFor({ state: 'attached' });
  if (await discard.isVisible()) await discard.click();
  await dialog.waitFor({ state: 'detached' });
}

const buyer = { country: 'DE', name: 'Rosa Brandt' };

export async function openLink(tour: Tour, wish: Partial<LinkOptions> = {}): Promise<LinkOptions> {
  const domain = tour.newDomain('rosas-backstube');
  const whole = { partner: tour.partner, domain, email: `rosa.brandt@${domain}`, plan: 'pro', ...buyer, ...wish };
  await tour.page.goto(tour.postern.url);
  await tour.page.evaluate(() => sessionStorage.clear());
  await tour.page.goto(await tour.postern.purchaseLink(whole));
  await tour.page.locator('h1').waitFor();
  return whole;
}

/** The same tour with another customer's mailboxes, in a browser of its own, which speaks the same language. */
export async function openElsewhere(tour: Tour, bought: Bought): Promise<Tour> {
  const locale = await tour.page.evaluate(() => navigator.language);
  const context = await tour.page.context().browser()?.newContext({ locale, timezoneId: 'Europe/Berlin' });
  if (!context) throw new Error('the browser is closed');
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const there = { ...tour, page };
  await page.setViewportSize(tour.page.viewportSize() ?? { width: 1280, height: 860 });
  await page.goto(await tour.postern.purchaseLink(bought.wish));
  // A new browser is welcomed once.
  await openDialog(page).waitFor();
  await closeDialog(there);
  return there;
}
