import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The folder's own key, for card fingerprints and the signatures in challenge links. It is created at the first start. */
export function openLedgerKey(dir: string): LedgerKey {
  const path = join(dir, 'ledger.key');
  try {
    writeFileSync(path, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(path);
  if (key.length !== KEY_BYTES) throw new Error(`${path} is damaged; remove it to have a new one made`);
  return new LedgerKey(key);
}

export class LedgerKey {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** The same for the same card in this ledger. Without the key nobody can find the number by trying. */
  fingerprint(cardNumber: string): string {
    return this.#digest('card', cardNumber).toString('hex').slice(0, 32);
  }

  signChallenge(challengeId: string): string {
    return this.#digest('challenge', challengeId).toString('base64url');
  }

  isChallengeSignatureValid(challengeId: string, signature: string): boolean {
    const expected = this.#digest('challenge', challengeId);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #digest(purpose: string, value: string): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}:${value}`).digest();
  }
}
