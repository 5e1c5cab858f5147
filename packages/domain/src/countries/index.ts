export { COUNTRY_CODES, isCountryCode } from './country-codes.ts';
export { US_STATE_CODES } from './us-state-codes.ts';
