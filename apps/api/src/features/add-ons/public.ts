export { settleAddOns } from './settle-add-ons.ts';
