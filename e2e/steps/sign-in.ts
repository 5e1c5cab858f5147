import { expect, type Page } from '@playwright/test';
import { closeWelcome } from './welcome.ts';

/** The logins of the sample data. The owner's address is not a mailbox. */
export const OWNER = { email: 'ada.fields@home.example', password: 'Postern-demo-2026!' };
export const ADMIN = { email: 'dev@bluebottle.example', password: OWNER.password };

export async function fillSignIn(page: Page, { email, password }: typeof OWNER): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(page: Page, who: typeof OWNER): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, who);
  await closeWelcome(page);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
}

/** Sets a password on the screen that a mailed link opens. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password);
  await page.getByRole('textbox', { name: 'Repeat the password' }).fill(password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password is saved. Sign in with it now.')).toBeVisible();
}
