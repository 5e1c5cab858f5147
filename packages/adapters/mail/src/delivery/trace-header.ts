import { toAsciiDomain } from './mailbox-address.ts';

/** What the SMTP session says about a message. */
export type Trace = {
  /** The address of MAIL FROM, '' for the null sender of bounces. */
  returnPath: string;
  clientName: string;
  clientAddress: string;
  /** Our own host name. */
  hostname: string;
  protocol: string;
  id: string;
  /** Set only if the message has one recipient, so that no recipient learns of another. */
  onlyRecipient: string | null;
  receivedAt: Date;
};

/** The header lines that final delivery adds at the top of a message, per mailbox (RFC 5321 §4.4). */
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

/** Keeps a client's own words from ending the line or looking like another field. */
function token(value: string): string {
  return value.replaceAll(/[^A-Za-z0-9.:_[\]-]/g, '?') || 'unknown';
}

function printable(value: string): string {
  return value.replaceAll(/[^\x21-\x7e]|[<>]/g, '?');
}

/** RFC 5322 §3.3; `toUTCString` only differs in the name of the time zone. */
function mailDate(at: Date): string {
  return at.toUTCString().replace('GMT', '+0000');
}
