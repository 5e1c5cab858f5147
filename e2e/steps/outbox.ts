import { expect, type Page } from '@playwright/test';

/** Waits until the panel has mailed an address so many times or more, opens the newest mail and returns the link in it. */
export async function linkMailedTo(page: Page, address: string, count = 1): Promise<string> {
  const mails = page.getByRole('listitem').filter({ hasText: `to ${address}` });
  await expect(async () => {
    await page.goto('/evaluation/outbox');
    expect(await mails.count()).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 60_000 });
  await mails.first().getByRole('link').click();
  return (await page.getByRole('link', { name: /token=/ }).getAttribute('href')) ?? '';
}
