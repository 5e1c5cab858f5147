import { createHmac, randomBytes } from 'node:crypto';
import { TOTP_DIGITS } from '@postern/domain/two-factor';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 160 bits, as long as the hash that RFC 4226 §4 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

/** Base32 without padding, in lower case. RFC 4648 §6. */
export function toBase32(bytes: Uint8Array): string {
  let [text, value, bits] = ['', 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= 31;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** The code of one time step. RFC 6238 §4, RFC 4226 §5.3. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 10 ** TOTP_DIGITS).padStart(TOTP_DIGITS, '0');
}

/** Sixteen characters in four groups: 80 bits, which nobody can guess. */
export function newRecoveryCode(): string {
  return toBase32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-');
}
