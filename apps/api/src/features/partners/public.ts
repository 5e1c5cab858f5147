export {
  findFont,
  findFontFile,
  findPartner,
  findPartnerIdOfServer,
  listOrigins,
  type PartnerRow,
} from './partner-repository.ts';
export { findPartnerActor } from './api-keys.ts';
export { findSharedKey } from './find-shared-key.ts';
export { type JwtDeps, type RefusedJwt, verifyPartnerJwt } from './verify-partner-jwt.ts';
export { createLogoReader } from './read-logo.ts';
export { type PanelAddressDeps, panelOriginOn, panelUrlOf } from './panel-address.ts';
export { readPartnerInfo } from './read-partner-info.ts';
export { setFlag } from './change-partner.ts';
export { createPartner } from './create-partner.ts';
export { insertHost, updatePartner } from './partner-repository.ts';
