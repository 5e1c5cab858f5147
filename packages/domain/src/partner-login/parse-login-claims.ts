import { parseDomainName, parseEmailAddress } from '../addresses/index.ts';
import { type ClaimsRefusal, issuerOf } from '../purchase/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';
import { DRIFT_SECONDS, ID_MAXIMUM_CHARACTERS, LOGIN_JWT_MINUTES } from './login-jwt.ts';

/** Whom a partner vouches for, and where they go. Spec 1 §2, JWT login. */
export type LoginClaims = {
  issuer: string;
  /** One use. */
  loginId: string;
  domainName: string;
  email: string;
  /** The partner names its customer (`customerEmail`), and not the user of a mailbox. */
  isCustomer: boolean;
};

export type LoginClaimsRefusal = ClaimsRefusal | Refusal<'LIVES_TOO_LONG', { maximumMinutes: number }>;

/** The claims of a verified token: `iss`, `jti`, `exp`, `domainName`, and one of `email` and `customerEmail`. */
export function parseLoginClaims(payload: unknown, nowSeconds: number): Outcome<LoginClaims, LoginClaimsRefusal> {
  const claims = (payload ?? {}) as Record<string, unknown>;
  const issuer = issuerOf(claims['iss']);
  if (issuer === null) return invalid('iss');
  const { jti: loginId, exp: expiresAtSeconds, domainName, email, customerEmail } = claims;
  if (typeof loginId !== 'string' || loginId.trim() === '' || loginId.length > ID_MAXIMUM_CHARACTERS)
    return invalid('jti');
  if (typeof expiresAtSeconds !== 'number' || !Number.isFinite(expiresAtSeconds)) return invalid('exp');
  if (expiresAtSeconds > nowSeconds + LOGIN_JWT_MINUTES * 60 + DRIFT_SECONDS)
    return refused('LIVES_TOO_LONG', { maximumMinutes: LOGIN_JWT_MINUTES });
  const domain = typeof domainName === 'string' ? parseDomainName(domainName) : null;
  if (!domain?.ok) return invalid('domainName');
  const isCustomer = customerEmail !== undefined && customerEmail !== null && customerEmail !== '';
  const named = isCustomer ? customerEmail : email;
  const address = typeof named === 'string' ? parseEmailAddress(named) : null;
  if (!address?.ok) return invalid(isCustomer ? 'customerEmail' : 'email');
  return accepted({ issuer, loginId, domainName: domain.value, email: address.value.address, isCustomer });
}

const invalid = (claim: string): ClaimsRefusal => refused('CLAIM_INVALID', { claim });
