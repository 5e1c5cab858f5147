export { holdsZone } from './holds-zone.ts';
export { lockOrCreateZone } from './lock-or-create-zone.ts';
export { leaseZone, type PublishDeps, publishZone } from './publish-zone.ts';
export { publishRecordsChange } from './publish-records-change.ts';
export {
  changeZone,
  ensureZone,
  isLeftByAnother,
  listZoneRecords,
  samplePublishedZones,
  waitsForProof,
  type ZoneRow,
} from './zone-repository.ts';
export { withdrawZone } from './withdraw-zone.ts';
export { zoneStatusOf } from './zone-status.ts';
