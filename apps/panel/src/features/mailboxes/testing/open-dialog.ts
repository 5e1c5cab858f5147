import type { MailAccount } from '@postern/contract/mailboxes';
import { page } from 'vitest/browser';
import { openMailboxes } from '../../../testing/open-mailboxes.tsx';
import { servingAdministration } from './serving-administration.ts';
import { sevenMailboxes } from '../../../testing/serving-mailboxes.ts';

type Options = Parameters<typeof openMailboxes>[0] & { suspensions?: Parameters<typeof servingAdministration>[1] };

export const actionsOf = (userName: string) =>
  page.getByRole('button', { name: `Actions for ${userName}@bluebottle.coffee` });

/** Chooses an entry of a mailbox's menu. */
export async function choose(userName: string, entry: string): Promise<void> {
  await actionsOf(userName).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Opens the list in front of a server that stores changes to mailboxes. */
export async function openAdministration({ mailboxes = sevenMailboxes(), suspensions, ...options }: Options = {}) {
  const handlers = { ...servingAdministration(mailboxes, suspensions), ...options.handlers };
  return await openMailboxes({ mailboxes, ...options, handlers });
}

/** The seven sample mailboxes with changes to one of them. */
export const sevenMailboxesWith = (userName: string, changes: Partial<MailAccount>): MailAccount[] =>
  sevenMailboxes().map((each) => (each.email.startsWith(`${userName}@`) ? { ...each, ...changes } : each));
