import type { SendMailOptions } from 'nodemailer';
import { MailerError, type OutgoingMessage } from './port.ts';

const MESSAGE_ID = /^[A-Za-z0-9._-]{1,128}$/;
/** One bare address. Quoted local parts, comments and lists aren't supported (RFC 5321 §4.1.2, dot-string only). */
const ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]{1,253}$/u;

/**
 * The message for the mail library. Characters that could break out of a header are refused (in addresses and the id) or replaced (in subject
 * and name, which may contain what customers typed).
 */
export function composeMessage(message: OutgoingMessage, sentAt: Date): SendMailOptions {
  const { messageId, to, from, replyTo, subject, text, html, attachments = [], kind, at } = message;
  if (!MESSAGE_ID.test(messageId)) throw new MailerError('refused', 'bad_message_id', 'The message id is malformed.');
  const sender = checkedAddress(from.address);
  return {
    messageId: `<${messageId}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    date: at ?? sentAt,
    from: { name: oneLine(from.name), address: sender },
    // Objects, as a string would be parsed as a list of addresses.
    to: { name: '', address: checkedAddress(to) },
    ...(replyTo !== undefined && { replyTo: { name: '', address: checkedAddress(replyTo) } }),
    subject: oneLine(subject),
    text,
    html,
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ name, type, content }) => ({
        filename: oneLine(name),
        contentType: oneLine(type),
        content,
      })),
    }),
    encoding: 'quoted-printable',
    textEncoding: 'B',
    headers: {
      'Auto-Submitted': 'auto-generated', // RFC 3834: no vacation replies to these
      ...(kind !== undefined && { 'X-Postern-Kind': oneLine(kind) }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function checkedAddress(address: string): string {
  if (ADDRESS.test(address)) return address;
  throw new MailerError('refused', 'bad_address', 'An address of the message is malformed.');
}

/** Replaces each run of spaces, control characters and Unicode line separators by one space. */
function oneLine(text: string): string {
  return text.replaceAll(/[ \p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
