import type { DkimKeyRecord } from './parse-dkim-key.ts';

/** The text of a key record as we publish it: version first, key last, so that a truncated text is noticed. */
export function renderDkimKey({
  keyType,
  publicKey,
  isTesting,
}: Pick<DkimKeyRecord, 'keyType' | 'publicKey' | 'isTesting'>): string {
  return `v=DKIM1; k=${keyType}; ${isTesting ? 't=y; ' : ''}p=${publicKey}`;
}

/** The selector of the Ed25519 key that belongs to an RSA key. RFC 8463 §3 wants a separate one. */
export function ed25519Selector(selector: string): string {
  return `${selector}-ed25519`;
}

/** The host of a selector's record, relative to the domain. RFC 6376 §3.6.2.1. */
export function dkimHost(selector: string): string {
  return `${selector}._domainkey`;
}
