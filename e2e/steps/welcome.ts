import { expect, type Page } from '@playwright/test';

export const welcome = (page: Page) => page.getByRole('dialog', { name: /^You manage email at / });

/** What a newcomer is told once in a browser, sent away. */
export async function closeWelcome(page: Page): Promise<void> {
  await welcome(page).getByRole('button', { name: 'Close' }).click();
  await expect(welcome(page)).toHaveCount(0);
}
