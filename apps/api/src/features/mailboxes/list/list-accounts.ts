import type { MailAccount } from '@postern/contract/mailboxes';
import type { Database } from '../../../db/client.ts';
import { toMailAccount } from './mailbox-view.ts';
import { findMailboxesById } from './read-mailbox-page.ts';

/** The mailboxes with these ids as the list shows them. Unknown ids are left out. */
export async function listAccounts(
  db: Database,
  key: { customerId: string; bundleId: string },
  mailboxIds: string[],
): Promise<Map<string, MailAccount>> {
  const rows = mailboxIds.length === 0 ? [] : await findMailboxesById(db, key, mailboxIds);
  return new Map(rows.map((row) => [row.mailboxId, toMailAccount(row)]));
}
