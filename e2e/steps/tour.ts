import { expect, type Page } from '@playwright/test';
import type { Postern } from '../server/start-postern.ts';
import { CARDS } from './buy.ts';

/** The buttons of the tour, in its languages. */
const NEXT = /^(Next: your details|Weiter: Ihre Angaben)$/;
const FIRST = /^(Create the first mailbox|Das erste Postfach anlegen)$/;
const CREATE = /^(Create mailbox|Postfach anlegen)$/;
const DONE = /^(Done|Fertig)$/;

/** Goes through every screen, from the sign-in to a new mailbox, and calls `look` on each as soon as it is shown. */
export async function tourAllScreens(
  page: Page,
  postern: Postern,
  domain: string,
  look: (screen: string) => Promise<void>,
): Promise<void> {
  for (const path of ['/login', '/reset-password', '/no-such-page', '/partner/purchase?jwt=broken&partnerId=54']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    await look(path);
  }
  const wish = { partner: 54, domain, email: `owner@${domain}`, plan: 'pro', country: 'DE', name: 'Rosa Brandt' };
  await page.goto(await postern.purchaseLink(wish));
  const next = page.getByRole('button', { name: NEXT });
  await expect(next).toBeVisible();
  await look('plan');
  await next.click();
  await page.locator('[name=companyAddress]').fill('Hafenstraße 12');
  await page.locator('[name=city]').fill('Hamburg');
  await look('details');
  await page.locator('button[form=billing-form]').filter({ visible: true }).click();
  await expect(page.locator('[name=number]')).toBeVisible();
  await look('payment');
  await page.locator('[name=number]').fill(CARDS.good);
  await page.locator('[name=expiry]').fill('0440');
  await page.locator('[name=cvc]').fill('123');
  await page.locator('button[form=payment-form]').filter({ visible: true }).click();
  const first = page.getByRole('button', { name: FIRST });
  await expect(first).toBeVisible();
  await look('bought');
  await first.click();
  await expect(page.getByRole('button', { name: CREATE })).toBeVisible();
  await look('no mailboxes yet');
  await page.getByRole('button', { name: CREATE }).click();
  await page.locator('[name=displayName]').fill('Orders');
  await page.locator('[name=userName]').fill('orders');
  await look('create a mailbox');
  await page.getByRole('dialog').getByRole('button', { name: CREATE }).click();
  await expect(page.getByRole('button', { name: DONE })).toBeVisible();
  await look('mailbox created');
  await page.getByRole('button', { name: DONE }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await look('mailboxes');
}
