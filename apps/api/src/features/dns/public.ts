export type { DnsServices, DomainConnect } from '../../feature/dns-services.ts';
export { assertMayWithDomain } from './domain-policy.ts';
export { holdsZone } from './holds-zone.ts';
export { holdZone } from './hold-zone.ts';
export { leaseZone, type PublishDeps, publishZone, publishZones, restoreZones } from './publish-zone.ts';
export { tellOfRecords } from './tell-of-records.ts';
export { changeZone, ensureZone, type Place, type ZoneRow } from './zone-repository.ts';
