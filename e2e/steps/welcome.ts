import { expect, type Page } from '@playwright/test';

export const welcome = (page: Page) => page.getByRole('dialog', { name: /^You manage email at / });

/** Closes the welcome, which each browser shows once. */
export async function closeWelcome(page: Page): Promise<void> {
  await welcome(page).getByRole('button', { name: 'Close' }).click();
  await expect(welcome(page)).toHaveCount(0);
}
