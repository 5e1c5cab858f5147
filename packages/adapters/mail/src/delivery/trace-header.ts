import { toAsciiDomain } from './mailbox-address.ts';

/** What is known of a message besides its content. */
export type Trace = {
  /** The address of MAIL FROM, '' for the null sender of bounces. */
  returnPath: string;
  clientName: string;
  clientAddress: string;
  /** Our own host name. */
  hostname: string;
  protocol: string;
  id: string;
  /** Named only when the message has one recipient, so that nobody learns of the others. */
  onlyRecipient: string | null;
  receivedAt: Date;
};

/** The lines that final delivery puts in front of a message (RFC 5321 §4.4), per mailbox. */
export function traceHeader(trace: Trace, deliveredTo: string): Buffer {
  const recipient = trace.onlyRecipient === null ? '' : `\r\n\tfor <${printable(asciiAddress(trace.onlyRecipient))}>`;
  return Buffer.from(
    `Return-Path: <${printable(asciiAddress(trace.returnPath))}>\r\n` +
      `Delivered-To: ${deliveredTo}\r\n` +
      `Received: from ${token(trace.clientName)} ([${token(trace.clientAddress)}])\r\n` +
      `\tby ${token(trace.hostname)} with ${token(trace.protocol)} id ${token(trace.id)}${recipient};\r\n` +
      `\t${mailDate(trace.receivedAt)}\r\n`,
    'latin1',
  );
}

function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : `${address.slice(0, at)}@${toAsciiDomain(address.slice(at + 1))}`;
}

/** What a client says of itself is never allowed to end a line or to look like another field. */
function token(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9.:_[\]-]/g, '?') || 'unknown';
}

function printable(value: string): string {
  return value.replaceAll(/[^\x21-\x7e]|[<>]/g, '?');
}

/** RFC 5322 §3.3; `toUTCString` differs in the name of the zone only. */
function mailDate(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000');
}
