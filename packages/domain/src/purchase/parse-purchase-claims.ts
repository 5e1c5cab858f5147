import { parseDomainName, parseEmailAddress } from '../addresses/index.ts';
import { isCountryCode } from '../countries/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

/** What a purchase link says about its visitor. Spec 1 §3, Purchase JWT payload. */
type PurchaseClaims = {
  domainName: string;
  customerName: string | null;
  customerEmailAddress: string;
  /** Two letters, upper case; null unless the partner sent one that exists. */
  customerCountry: string | null;
  locale: string | null;
  planType: string;
  source: string | null;
  sourceContext: string | null;
  /** The partner's own id of the customer; null if it sends none. Links with the same id belong to the same customer. */
  customerReference: string | null;
  /** A discount code that the partner gives with the link; null if none. Whether it can be used is told at the checkout. */
  discountCode: string | null;
};

/** A purchase link with a verified signature: who made it, its one-time id, and when it was made and expires (seconds since 1970). */
export type PurchaseLink = {
  issuer: string;
  linkId: string;
  /** Null if the link doesn't say. */
  issuedAtSeconds: number | null;
  expiresAtSeconds: number;
  claims: PurchaseClaims;
};

/** `claim` names the first claim that is missing or malformed. */
export type ClaimsRefusal = Refusal<'CLAIM_MISSING' | 'CLAIM_INVALID', { claim: string }>;

const MAXIMUM_CHARACTERS: Readonly<Record<string, number>> = {
  jti: 200,
  customerName: 200,
  locale: 35,
  planType: 50,
  source: 200,
  sourceContext: 500,
  customerReference: 200,
  discountCode: 50,
};

/**
 * The claims of a purchase link, from a verified token: `iss`, `jti`, `exp`, `domainName`, `customerEmailAddress` and `planType` are
 * required, the others optional. A country that doesn't exist is ignored, since it only prefills a field.
 */
export function parsePurchaseClaims(payload: unknown): Outcome<PurchaseLink, ClaimsRefusal> {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return missing('iss');
  const claims = payload as Record<string, unknown>;
  for (const name of ['iss', 'jti', 'exp', 'domainName', 'customerEmailAddress', 'planType']) {
    if (claims[name] === undefined || claims[name] === null || claims[name] === '') return missing(name);
  }
  for (const [name, maximum] of Object.entries(MAXIMUM_CHARACTERS)) {
    if (!isTextOrAbsent(claims[name], maximum)) return invalid(name);
  }
  const issuer = issuerOf(claims.iss);
  if (issuer === null) return invalid('iss');
  if (typeof claims.exp !== 'number' || !Number.isFinite(claims.exp) || claims.exp < 0) return invalid('exp');
  const issuedAt = claims.iat ?? null;
  if (issuedAt !== null && (typeof issuedAt !== 'number' || !Number.isFinite(issuedAt))) return invalid('iat');
  const domain = typeof claims.domainName === 'string' ? parseDomainName(claims.domainName) : null;
  if (!domain?.ok) return invalid('domainName');
  const email = typeof claims.customerEmailAddress === 'string' ? parseEmailAddress(claims.customerEmailAddress) : null;
  if (!email?.ok) return invalid('customerEmailAddress');
  const planType = textOf(claims.planType);
  const linkId = textOf(claims.jti);
  if (planType === null) return invalid('planType');
  if (linkId === null) return invalid('jti');
  return accepted({
    issuer,
    linkId,
    issuedAtSeconds: issuedAt,
    expiresAtSeconds: claims.exp,
    claims: {
      domainName: domain.value,
      customerName: textOf(claims.customerName),
      customerEmailAddress: email.value.address,
      customerCountry: countryOf(claims.customerCountry),
      locale: textOf(claims.locale),
      planType,
      source: textOf(claims.source),
      sourceContext: textOf(claims.sourceContext),
      customerReference: textOf(claims.customerReference),
      discountCode: textOf(claims.discountCode),
    },
  });
}

/** A partner's id as text; some partners send a number. */
export function issuerOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return isTextOrAbsent(value, 200) ? textOf(value) : null;
}

function isTextOrAbsent(value: unknown, maximumCharacters: number): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.length <= maximumCharacters);
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

function countryOf(value: unknown): string | null {
  const code = textOf(value)?.slice(0, 3).toUpperCase() ?? '';
  return isCountryCode(code) ? code : null;
}

function missing(claim: string): ClaimsRefusal {
  return refused('CLAIM_MISSING', { claim });
}

function invalid(claim: string): ClaimsRefusal {
  return refused('CLAIM_INVALID', { claim });
}
