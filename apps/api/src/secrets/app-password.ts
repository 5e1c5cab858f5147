import { createHash, randomBytes } from 'node:crypto';
import { toBase32 } from './totp.ts';

/** Letters and digits in four groups, 100 bits, to be copied or typed on a phone once. The dashes are part of it. */
export function newAppPassword(): string {
  const letters = toBase32(randomBytes(13)).slice(0, 20);
  return letters.replace(/(.{5})(?=.)/g, '$1-');
}

/** The hash as Dovecot reads it: `{SHA256.HEX}`. A slow hash isn't needed, as this password can't be guessed. */
export const hashAppPassword = (password: string): string => createHash('sha256').update(password).digest('hex');

/** The mark by which Dovecot finds the right app password: sixteen bits, too few to reveal anything about the mailbox's own password. */
export const markOf = (secretHash: string): string => secretHash.slice(0, 4);
