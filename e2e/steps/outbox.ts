import { expect, type Page } from '@playwright/test';

/** Waits until the panel has sent at least this many mails to an address, opens the newest one and returns its link. */
export async function linkMailedTo(page: Page, address: string, count = 1): Promise<string> {
  const mails = page.getByRole('listitem').filter({ hasText: `to ${address}` });
  await expect(async () => {
    await page.goto('/evaluation/outbox');
    expect(await mails.count()).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 60_000 });
  await mails.first().getByRole('link').click();
  return (await page.getByRole('link', { name: /token=/ }).getAttribute('href')) ?? '';
}
