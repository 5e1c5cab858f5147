import { type DomainRefusal, parseDomainName, trimSpaces } from '../addresses/index.ts';
import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

/**
 * What the public suffix list says about a name: the registrable domain, or null for a suffix itself; and whether the suffix
 * is a private one, under which a company gives names to its customers (`example.github.io`).
 */
export type RegistrableDomain = (name: string) => { domain: string | null; isShared: boolean };

export type NewDomainRefusal =
  | DomainRefusal
  | Refusal<'DOMAIN_HAS_PROTOCOL' | 'DOMAIN_UNCHANGED' | 'DOMAIN_IS_SHARED' | 'DOMAIN_IS_SUFFIX', Record<never, never>>
  | Refusal<'DOMAIN_IS_SUBDOMAIN', { domain: string }>
  | Refusal<'OWNERSHIP_NOT_CONFIRMED', Record<never, never>>;

/** A new domain as it is typed: not empty, different from the present one, without protocol. The public suffix list isn't asked here. */
export function parseNewDomain(
  newDomain: string,
  currentDomain: string,
): Outcome<string, DomainRefusal | Refusal<'DOMAIN_HAS_PROTOCOL' | 'DOMAIN_UNCHANGED', Record<never, never>>> {
  const text = trimSpaces(newDomain.slice(0, 2000));
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.includes('/')) return refused('DOMAIN_HAS_PROTOCOL', {});
  const parsed = parseDomainName(text);
  return parsed.ok && parsed.value === currentDomain ? refused('DOMAIN_UNCHANGED', {}) : parsed;
}

/**
 * The domain that a customer wants to move to: not empty, different from the present one, without protocol or subdomain, not under a
 * private suffix, and confirmed as their own. Only the server knows whether it is in use or registered. Spec 2 §5, domain change.
 */
export function checkNewDomain(
  input: { newDomain: string; ownershipConfirmed: boolean },
  currentDomain: string,
  registrableDomain: RegistrableDomain,
): Outcome<string, NewDomainRefusal> {
  const parsed = parseNewDomain(input.newDomain, currentDomain);
  if (!parsed.ok) return parsed;
  const name = parsed.value;
  const { domain, isShared } = registrableDomain(name);
  if (isShared) return refused('DOMAIN_IS_SHARED', {});
  if (domain === null) return refused('DOMAIN_IS_SUFFIX', {});
  if (domain !== name) return refused('DOMAIN_IS_SUBDOMAIN', { domain });
  return input.ownershipConfirmed ? accepted(name) : refused('OWNERSHIP_NOT_CONFIRMED', {});
}
