import { randomUUID } from 'node:crypto';
import type { MailboxRef } from '../port.ts';
import { PASSWORD, PASSWORD_HASH } from './password.ts';
import { aMessage, type SmtpOutcome, sendMail } from './send-mail.ts';
import type { RealHarness } from './start-real-harness.ts';

export { PASSWORD };

const TEN_MEGABYTES = 10 * 1_048_576;
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
