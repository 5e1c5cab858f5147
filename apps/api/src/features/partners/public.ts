export { findLiveKey, findPartner, listOrigins, type PartnerKeyRow, type PartnerRow } from './partner-repository.ts';
export { readPartnerInfo } from './read-partner-info.ts';
export { addKey, addOrigin, PartnerChangeRefused, revokeKey, setFlag, setTheme } from './change-partner.ts';
export { createPartner } from './create-partner.ts';
export { insertHost, listKeys, listPartners, updatePartner } from './partner-repository.ts';
