import type { SendMailOptions } from 'nodemailer';
import { MailerError, type OutgoingMessage } from './port.ts';

const MESSAGE_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** One bare address; quoted local parts, comments and lists are none of ours (RFC 5321 §4.1.2, dot-string only). */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,253}$/u;

/**
 * The message as the mail library takes it. What could break out of its header is refused (addresses, id) or made harmless (subject and
 * name, which may hold what customers typed).
 */
export function composeMessage(message: OutgoingMessage, sentAt: Date): SendMailOptions {
  const { messageId, to, from, replyTo, subject, text, html } = message;
  if (!MESSAGE_ID.test(messageId)) throw new MailerError('refused', 'bad_message_id', 'The message id is malformed.');
  const sender = checkedAddress(from.address);
  return {
    messageId: `<${messageId}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    date: sentAt,
    from: { name: oneLine(from.name), address: sender },
    // As objects: a string would be parsed as a list of addresses.
    to: { name: '', address: checkedAddress(to) },
    ...(replyTo !== undefined && { replyTo: { name: '', address: checkedAddress(replyTo) } }),
    subject: oneLine(subject),
    text,
    html,
    encoding: 'quoted-printable',
    textEncoding: 'B',
    headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: no vacation replies to these
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function checkedAddress(address: string): string {
  if (ADDRESS.test(address)) return address;
  throw new MailerError('refused', 'bad_address', 'An address of the message is malformed.');
}

/** Runs of blanks, control characters and Unicode's line separators become one blank. */
function oneLine(text: string): string {
  return text.replaceAll(/[ \p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
