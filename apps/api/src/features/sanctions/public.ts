export { readCountryFile } from './country-of-address.ts';
export { addSanction, listSanctions, removeSanction, type SanctionsDeps, screenAddress } from './screen-address.ts';
