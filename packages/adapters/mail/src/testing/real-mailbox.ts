import { randomUUID } from 'node:crypto';
import type { MailboxRef } from '../port.ts';
import { aMessage, type SmtpOutcome, sendMail } from './send-mail.ts';
import type { RealHarness } from './start-real-harness.ts';

const TEN_MEGABYTES = 10 * 1_048_576;
export const PASSWORD = 'correct horse 1';
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$NhJdOxUhU6DqjzDyvWJmrw$4VFQ2CFBruBxZp/JOqKLcR8yH9pSKWXvQju5B4XNygU';

/** Adds a mailbox with the password above on the real servers. */
export async function addRealMailbox({ directory, backend }: RealHarness, address: string): Promise<MailboxRef> {
  const mailbox = { mailboxId: randomUUID(), address };
  await directory.setMailbox({ ...mailbox, quotaBytes: TEN_MEGABYTES });
  await directory.setPassword(mailbox.mailboxId, PASSWORD_HASH);
  await backend.createMailbox(mailbox);
  return mailbox;
}

/** `password` is the mailbox's own by default. */
export type Submitted = { login: string; password?: string; envelopeFrom?: string; headerFrom?: string; to: string };

/** Signs in and sends, as a mail client does. */
export function submitMessage({ stack }: RealHarness, message: Submitted): Promise<SmtpOutcome> {
  const { login, password = PASSWORD, envelopeFrom = login, headerFrom = envelopeFrom, to } = message;
  const raw = aMessage('the original').replace('sender@elsewhere.test', headerFrom);
  const smtp = { host: '127.0.0.1', port: stack.ports.submission };
  return sendMail(smtp, { from: envelopeFrom, to, raw, auth: { user: login, pass: password } });
}
