import { createHash } from 'node:crypto';

const LF = 0x0a;
const CR = 0x0d;

/**
 * The identity of a message: half of SHA-256 of its bytes, in hexadecimal. Stores differ in how they keep the end of a line and a NUL byte,
 * so it is that of CRLF and of 0x80, as Dovecot sends them.
 */
export const messageDigest = (raw: Buffer): string =>
  createHash('sha256').update(asSent(raw)).digest('hex').slice(0, 32);

function asSent(raw: Buffer): Buffer {
  if (!raw.includes(0) && !hasBareLineFeed(raw)) return raw;
  const text = raw
    .toString('latin1')
    .replaceAll('\0', '\x80')
    .replaceAll(/(?<!\r)\n/g, '\r\n');
  return Buffer.from(text, 'latin1');
}

function hasBareLineFeed(raw: Buffer): boolean {
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) if (raw[at - 1] !== CR) return true;
  return false;
}
