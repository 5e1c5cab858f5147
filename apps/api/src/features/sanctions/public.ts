export { readCountryFile } from './country-of-address.ts';
export { type SanctionsDeps, screenAddress } from './screen-address.ts';
