export { brandOf, isBrand } from './brand-of.ts';
export type { Brand } from './brand-of.ts';
export { switchableDomains } from './domain-switcher.ts';
export { parseOrigin } from './parse-origin.ts';
export { parsePartnerUrl } from './parse-partner-url.ts';
export { PARTNER_FLAG_NAMES, PARTNER_URL_NAMES } from './partner.ts';
export type { PartnerFlagName, PartnerFlags, PartnerState, PartnerUrls } from './partner.ts';
export { isPurchaseLinkHours, PURCHASE_LINK_HOURS } from './purchase-link-hours.ts';
export { PARTNER_IDS } from './partner-ids.ts';
/** @billing */
export { brandedType, catalogueType } from './branded-type.ts';
