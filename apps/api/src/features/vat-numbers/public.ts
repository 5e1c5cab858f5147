export { checkVatNumber } from './check-vat-number.ts';
export { readReverseCharge, vatBuyerOf } from './read-reverse-charge.ts';
