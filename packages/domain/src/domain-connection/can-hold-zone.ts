import type { RegistrableDomain } from './check-new-domain.ts';

/**
 * Whether we may serve a zone of this name: only for a registrable name. A zone below another one would take hosts from its
 * owner, on our name servers even without a delegation; registrable names never lie within each other. Nor may it contain a name of our
 * own: the owner of the zone `ns1.example.com` would control everyone's zones. ADR 53.
 */
export const canHoldZone = (
  domainName: string,
  registrableDomain: RegistrableDomain,
  ownNames: readonly string[],
): boolean =>
  registrableDomain(domainName).domain === domainName &&
  ownNames.every((name) => name !== domainName && !name.endsWith(`.${domainName}`));
