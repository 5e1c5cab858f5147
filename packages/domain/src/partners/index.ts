export { brandedType, catalogueType } from './branded-type.ts';
export { BRANDS, brandOf, isBrand, SMALL_BUSINESS_HOST_LABEL } from './brand-of.ts';
export type { Brand } from './brand-of.ts';
export { PARTNERS_WITHOUT_SWITCHER, switchableDomains } from './domain-switcher.ts';
export { isAllowedUrl } from './is-allowed-url.ts';
export { parseOrigin } from './parse-origin.ts';
export { PARTNER_FLAG_NAMES, PARTNER_STATES } from './partner.ts';
export type { PartnerFlagName, PartnerFlags, PartnerState, PartnerUrls } from './partner.ts';
export { PARTNER_IDS, TRIAL_PLAN_ID } from './partner-ids.ts';
