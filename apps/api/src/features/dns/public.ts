export { holdsZone } from './holds-zone.ts';
export { holdZone } from './hold-zone.ts';
export { leaseZone, type PublishDeps, publishZone } from './publish-zone.ts';
export { tellOfRecords } from './tell-of-records.ts';
export { changeZone, ensureZone, type ZoneRow } from './zone-repository.ts';
export { zoneStatusOf } from './zone-status.ts';
