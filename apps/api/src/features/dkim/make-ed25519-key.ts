import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const makeKeyPair = promisify(generateKeyPair);

/**
 * Makes the key that Rspamd signs with in addition to RSA. Rspamd takes the bare seed, not PKCS #8 (ADR 61). Both parts are base64.
 * Trap: Rspamd takes a key that begins with "/" for the path of a file and doesn't sign with it, so such a seed is drawn again.
 */
export async function makeEd25519Key(): Promise<{ publicKey: string; seed: string }> {
  const toBase64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  for (;;) {
    const { privateKey } = await makeKeyPair('ed25519');
    const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
    const seed = toBase64(d);
    if (!seed.startsWith('/')) return { publicKey: toBase64(x), seed };
  }
}
