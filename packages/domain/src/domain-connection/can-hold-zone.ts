import type { RegistrableDomain } from './check-new-domain.ts';

/**
 * Whether a zone of this name may be served: for what somebody can register only. A zone below another would take its hosts from whoever has
 * that one, on our name servers without any delegation; registrable names never lie within each other. ADR 53.
 */
export const canHoldZone = (domainName: string, registrableDomain: RegistrableDomain): boolean =>
  registrableDomain(domainName).domain === domainName;
