import type { ViesOptions } from '@postern/adapter-vat/port';
import { type Settings, urlOf } from './setting-values.ts';

const URL_SETTING = 'POSTERN_VIES_URL';
export const VIES_SETTINGS = [URL_SETTING];

/** Where VAT numbers are checked; null: nowhere, and every buyer pays the tax. */
export function viesOf(settings: Settings): ViesOptions | null {
  const url = urlOf(settings, URL_SETTING, settings.mode === 'production' ? ['https:'] : ['https:', 'http:']);
  return url === null ? null : { url };
}
