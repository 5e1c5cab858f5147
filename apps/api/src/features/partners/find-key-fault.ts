import { createPublicKey, type KeyObject } from 'node:crypto';

export type PublicKeyAlgorithm = 'RS256' | 'ES256';
export type KeyFault = { code: 'BAD_KEY' | 'KEY_TOO_SHORT' | 'KEY_TOO_LONG' | 'KEY_EXPONENT'; text: string };

/** RFC 7518 §3.3 asks for the minimum. Beyond the maximum, each verification would take noticeable time. */
const RSA_BITS = { minimum: 2_048, maximum: 8_192 };
const NEW_KEY = 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out private.pem';

/** Why a partner's public key can't protect its links, in words for the operator; null if it can. */
export function findKeyFault(pem: string, algorithm: PublicKeyAlgorithm): KeyFault | null {
  const key = publicKeyIn(pem);
  if (key === null || key.asymmetricKeyType !== (algorithm === 'RS256' ? 'rsa' : 'ec'))
    return fault(
      'BAD_KEY',
      `The file is not a public key for ${algorithm} in PEM format (-----BEGIN PUBLIC KEY-----).`,
    );
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (algorithm === 'ES256')
    return namedCurve === 'prime256v1' ? null : fault('BAD_KEY', 'ES256 needs a key on the curve P-256 (prime256v1).');
  if (modulusLength < RSA_BITS.minimum)
    return fault(
      'KEY_TOO_SHORT',
      `This RSA key has ${modulusLength} bits. It needs ${RSA_BITS.minimum} or more. Create one with: ${NEW_KEY}`,
    );
  if (modulusLength > RSA_BITS.maximum)
    return fault('KEY_TOO_LONG', `This RSA key has ${modulusLength} bits. The most is ${RSA_BITS.maximum}.`);
  // With exponent 1 a signature is the signed text itself, so anyone can make one.
  if (publicExponent < 3n || publicExponent % 2n === 0n)
    return fault(
      'KEY_EXPONENT',
      `This RSA key has the public exponent ${publicExponent}, so its signatures can be forged. Create another with: ${NEW_KEY}`,
    );
  return null;
}

const fault = (code: KeyFault['code'], text: string): KeyFault => ({ code, text });

/** Only a public key: from a private one, Node would take the public half. */
function publicKeyIn(pem: string): KeyObject | null {
  if (!pem.trimStart().startsWith('-----BEGIN PUBLIC KEY-----')) return null;
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}
