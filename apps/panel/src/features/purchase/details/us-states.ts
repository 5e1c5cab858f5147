import { US_STATE_CODES } from '@postern/domain/countries';
import { US } from 'country-region-data';

const [, , regions] = US;

/** The states that a US address may name, by their names. */
export const US_STATES: readonly { value: string; label: string }[] = regions
  .filter(([, code]) => US_STATE_CODES.includes(code))
  .map(([label, value]) => ({ value, label }));
