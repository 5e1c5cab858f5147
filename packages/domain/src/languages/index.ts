/** The locales that the product is made for. Spec 1 §1. */
export const LOCALES = [
  'en',
  'en-us',
  'en-in',
  'de-de',
  'es-es',
  'fr-fr',
  'id',
  'it-it',
  'ja',
  'ko',
  'lt-lt',
  'nl-be',
  'pt-br',
  'ru-ru',
  'sv-se',
  'tr',
  'zh-hans-cn',
  'zh-hant-tw',
  'zh-hk',
] as const;

export type Locale = (typeof LOCALES)[number];

export { nearestLocale } from './nearest-locale.ts';
