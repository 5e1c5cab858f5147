import type { Page } from '@playwright/test';
import type { LinkWish, Postern } from '../server/start-postern.ts';
import type { Camera } from './camera.ts';
import type { Words } from './words.ts';

/** All that a walk through the panel's screens needs to know. */
export type Tour = {
  page: Page;
  camera: Camera;
  words: Words;
  postern: Postern;
  /** Whose customer is on the way. */
  partner: number;
  /** The partner's own address of the panel. */
  url: string;
  /** A domain nobody has. */
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

/** What opens for one question or form: over the page, or in its place where overlays aren't wanted. */
export const openDialog = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [data-slot=page-modal]').filter({ visible: true }).last();

export async function closeDialog({ page, words }: Tour): Promise<void> {
  const dialog = openDialog(page);
  await dialog
    .getByRole('button', { name: words('app.close') })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
}

const buyer = { country: 'DE', name: 'Rosa Brandt' };

export async function openLink(tour: Tour, wish: Partial<LinkWish> = {}): Promise<LinkWish> {
  const domain = tour.newDomain('rosas-backstube');
  const whole = { partner: tour.partner, domain, email: `rosa.brandt@${domain}`, plan: 'pro', ...buyer, ...wish };
  await tour.page.goto(tour.postern.url);
  await tour.page.evaluate(() => sessionStorage.clear());
  await tour.page.goto(await tour.postern.purchaseLink(whole));
  await tour.page.locator('h1').waitFor();
  return whole;
}
