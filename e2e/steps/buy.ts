import { expect, type Page } from '@playwright/test';
import { welcome } from './welcome.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000002500003155',
} as const;

/** A page, or a frame in a page. */
type Place = Pick<Page, 'getByRole'>;

/** From step 1 to the form for the buyer's details. */
export async function leavePlanStep(page: Place): Promise<void> {
  await page.getByRole('button', { name: 'Next: your details' }).click();
  await expect(page.getByRole('heading', { name: 'Your details', level: 1 })).toBeVisible();
}

/** Fills in the details that weren't in the link. */
export async function fillDetails(page: Place): Promise<void> {
  await page.getByRole('textbox', { name: 'Street and number' }).fill('Hafenstraße 12');
  await page.getByRole('textbox', { name: 'City' }).fill('Hamburg');
}

export async function chooseCountry(page: Page, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Country' });
  await field.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

/** From the details to the payment step. */
export async function leaveDetailsStep(page: Place): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
}

export async function goToPayment(page: Place): Promise<void> {
  await leavePlanStep(page);
  await fillDetails(page);
  await leaveDetailsStep(page);
}

export async function fillCard(page: Place, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expires' }).fill('0440');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
}

export const payButton = (page: Place) => page.getByRole('button', { name: /^Pay / });

/** From the page that ends the purchase; the panel opens without another welcome. */
export async function enterPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create the first mailbox' }).click();
  await expect(page).toHaveURL(/\/email-accounts$/);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
}
