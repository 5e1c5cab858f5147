import { expect, type Page } from '@playwright/test';

/**
 * Waits until the panel has sent at least this many mails with a link to an address, opens the newest one and returns its link. The mail
 * with the invoice of a purchase isn't one: it comes at any time, as its file takes a while.
 */
export async function linkMailedTo(page: Page, address: string, count = 1): Promise<string> {
  const mails = page.getByRole('listitem').filter({ hasText: `to ${address}`, hasNotText: 'We received' });
  await expect(async () => {
    await page.goto('/evaluation/outbox');
    expect(await mails.count()).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 60_000 });
  await mails.first().getByRole('link').click();
  return (await page.getByRole('link', { name: /token=/ }).getAttribute('href')) ?? '';
}
