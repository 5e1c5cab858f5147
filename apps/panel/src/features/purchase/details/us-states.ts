import { US_STATE_CODES } from '@postern/domain/countries';
import { US } from 'country-region-data';

const [, , regions] = US;

/** The states of a US address, by name. */
export const US_STATES: readonly { value: string; label: string }[] = regions
  .filter(([, code]) => US_STATE_CODES.includes(code))
  .map(([label, value]) => ({ value, label }));
