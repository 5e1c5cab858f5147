import { type Locale, nearestLocale } from '@postern/domain/languages';

export type { Locale } from '@postern/domain/languages';

/** Every locale of the product with its own name for itself. Spec 1 §1. */
export const LOCALE_NAMES = {
  en: 'English',
  'en-us': 'English (US)',
  'en-in': 'English (India)',
  'de-de': 'Deutsch',
  'es-es': 'Español',
  'fr-fr': 'Français',
  id: 'Bahasa Indonesia',
  'it-it': 'Italiano',
  ja: '日本語',
  ko: '한국어',
  'lt-lt': 'Lietuvių',
  'nl-be': 'Nederlands',
  'pt-br': 'Português (Brasil)',
  'ru-ru': 'Русский',
  'sv-se': 'Svenska',
  tr: 'Türkçe',
  'zh-hans-cn': '简体中文',
  'zh-hant-tw': '繁體中文（台灣）',
  'zh-hk': '繁體中文（香港）',
} as const satisfies Record<Locale, string>;

export const DEFAULT_LOCALE: Locale = 'en';

/** The first wanted locale that has texts, or the texts nearest to it; else the default. */
export function pickLocale(wishes: readonly (string | null)[], offered: readonly Locale[]): Locale {
  for (const wish of wishes) {
    const near = wish ? nearestLocale(wish, offered) : undefined;
    if (near) return near;
  }
  return DEFAULT_LOCALE;
}
