import type { Locator, Page } from '@playwright/test';

/** A mailbox in the table, or in the list that replaces it on a narrow screen. */
export const mailboxRow = (page: Page, name: string): Locator =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name });
