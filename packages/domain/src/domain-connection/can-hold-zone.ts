import type { RegistrableDomain } from './check-new-domain.ts';

/**
 * Whether a zone of this name may be served: for what somebody can register only. A zone below another would take its hosts from whoever
 * has that one, on our name servers without any delegation; registrable names never lie within each other. Nor one that a name of our own
 * lies in: whoever had the zone of `ns1.example.com` would have everybody's. ADR 53.
 */
export const canHoldZone = (
  domainName: string,
  registrableDomain: RegistrableDomain,
  ownNames: readonly string[],
): boolean =>
  registrableDomain(domainName).domain === domainName &&
  ownNames.every((name) => name !== domainName && !name.endsWith(`.${domainName}`));
