import type { Feature } from '../../feature/feature.ts';
import { recheckVatNumbers } from './recheck-vat-numbers.ts';

export const vatNumbers: Feature = {
  sweeps: [{ name: 'vat-numbers', everyMillis: 30 * 60_000, run: recheckVatNumbers }],
};
