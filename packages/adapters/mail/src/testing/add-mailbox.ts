import { randomUUID } from 'node:crypto';
import type { MailboxRef } from '../port.ts';
import type { EmbeddedHarness } from './start-embedded-harness.ts';

/** A mailbox that both the panel and the store know. */
export async function addMailbox(
  { backend, directory }: EmbeddedHarness,
  address: string,
  quotaBytes = 10_000_000,
): Promise<MailboxRef & { quotaBytes: number }> {
  const mailbox = { mailboxId: randomUUID(), address, quotaBytes };
  await directory.setMailbox(mailbox);
  await backend.createMailbox({ mailboxId: mailbox.mailboxId, address });
  return mailbox;
}
