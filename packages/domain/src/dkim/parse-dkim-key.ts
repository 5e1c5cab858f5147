import { parseTagList, startsWithVersion } from '../mail-policies/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { DKIM_RSA_MINIMUM_BITS } from './limits.ts';
import { readRsaBits } from './read-rsa-bits.ts';

/** A published key. `publicKey` is base64 without spaces; empty means that the key was revoked. */
export type DkimKeyRecord = { keyType: 'rsa' | 'ed25519'; publicKey: string; bits: number; isTesting: boolean };

export type DkimKeyRefusal =
  | Refusal<
      'DKIM_VERSION' | 'DKIM_SYNTAX' | 'DKIM_KEY_TYPE' | 'DKIM_KEY_MISSING' | 'DKIM_KEY_INVALID',
      Record<never, never>
    >
  | Refusal<'DKIM_NOT_FOR_MAIL' | 'DKIM_HASH_UNKNOWN', { value: string }>
  | Refusal<'DKIM_KEY_TOO_SHORT', { bits: number; minimumBits: number }>;

/**
 * A DKIM key record by RFC 6376 §3.6.1 and RFC 8463. The version must come first (Spec 2 §5), though the RFC doesn't require it. RSA keys
 * under 1024 bits are refused, as receivers do (RFC 8301 §3.2).
 */
export function parseDkimKey(text: string): Outcome<DkimKeyRecord, DkimKeyRefusal> {
  if (!/^\s{0,20}v\s{0,20}=\s{0,20}DKIM1\s{0,20}(?:;|$)/.test(text)) return refused('DKIM_VERSION', {});
  const tags = parseTagList(text);
  if (!tags || !startsWithVersion(tags, 'DKIM1')) return refused('DKIM_SYNTAX', {});
  const keyType = tags.get('k') ?? 'rsa';
  if (keyType !== 'rsa' && keyType !== 'ed25519') return refused('DKIM_KEY_TYPE', {});
  const services = listOf(tags.get('s') ?? '*');
  if (!services.includes('*') && !services.includes('email'))
    return refused('DKIM_NOT_FOR_MAIL', { value: services.join(':') });
  const hashes = listOf(tags.get('h') ?? 'sha256');
  if (!hashes.includes('sha256')) return refused('DKIM_HASH_UNKNOWN', { value: hashes.join(':') });
  const isTesting = listOf(tags.get('t') ?? '').includes('y');
  const publicKey = tags.get('p')?.replace(/\s/g, '');
  if (publicKey === undefined) return refused('DKIM_KEY_MISSING', {});
  if (publicKey === '') return accepted({ keyType, publicKey, bits: 0, isTesting });
  return checkKey(publicKey, keyType, isTesting);
}

function checkKey(
  publicKey: string,
  keyType: 'rsa' | 'ed25519',
  isTesting: boolean,
): Outcome<DkimKeyRecord, DkimKeyRefusal> {
  const bytes = readBase64(publicKey);
  const bits = bytes && (keyType === 'rsa' ? readRsaBits(bytes) : bytes.length === 32 ? 256 : null);
  if (!bits) return refused('DKIM_KEY_INVALID', {});
  if (keyType === 'rsa' && bits < DKIM_RSA_MINIMUM_BITS) {
    return refused('DKIM_KEY_TOO_SHORT', { bits, minimumBits: DKIM_RSA_MINIMUM_BITS });
  }
  return accepted({ keyType, publicKey, bits, isTesting });
}

function listOf(value: string): string[] {
  return value.split(':').map((word) => word.trim());
}

function readBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
