import { parseEmailAddress } from '../addresses/index.ts';
import { DRIFT_SECONDS, ID_MAXIMUM_CHARACTERS, LOGIN_JWT_MINUTES } from './login-jwt.ts';

/** Which mailbox's user the webmail vouches for. Spec 1 §2, webmail login. */
export type WebmailClaims = { email: string /** One use. */; tokenId: string };

/** The claims of a verified token of the webmail: `email`, `jti` and `exp`; null if they aren't usable. */
export function parseWebmailClaims(payload: unknown, nowSeconds: number): WebmailClaims | null {
  const { email, jti, exp } = (payload ?? {}) as Record<string, unknown>;
  if (typeof jti !== 'string' || jti.trim() === '' || jti.length > ID_MAXIMUM_CHARACTERS) return null;
  if (typeof exp !== 'number' || !(exp <= nowSeconds + LOGIN_JWT_MINUTES * 60 + DRIFT_SECONDS)) return null;
  const address = typeof email === 'string' ? parseEmailAddress(email) : null;
  return address?.ok ? { email: address.value.address, tokenId: jti } : null;
}
