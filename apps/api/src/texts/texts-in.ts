import { type Messages as CompiledMessages, type I18n, setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Locale, nearestLocale } from '@postern/domain/languages';
import german from './locales/de-de.json' with { type: 'json' };
import english from './locales/en.json' with { type: 'json' };
import spanish from './locales/es-es.json' with { type: 'json' };
import french from './locales/fr-fr.json' with { type: 'json' };
import indonesian from './locales/id.json' with { type: 'json' };
import italian from './locales/it-it.json' with { type: 'json' };
import japanese from './locales/ja.json' with { type: 'json' };
import korean from './locales/ko.json' with { type: 'json' };
import lithuanian from './locales/lt-lt.json' with { type: 'json' };
import dutch from './locales/nl-be.json' with { type: 'json' };
import portuguese from './locales/pt-br.json' with { type: 'json' };
import russian from './locales/ru-ru.json' with { type: 'json' };
import swedish from './locales/sv-se.json' with { type: 'json' };
import turkish from './locales/tr.json' with { type: 'json' };
import chinese from './locales/zh-hans-cn.json' with { type: 'json' };
import taiwanese from './locales/zh-hant-tw.json' with { type: 'json' };
import hongKong from './locales/zh-hk.json' with { type: 'json' };

export type TextKey = keyof typeof english;

/** The texts of mails and invoices in a language. */
export type Texts = {
  /** @param values for the names in braces */
  text: (key: TextKey, values?: Record<string, string | number>) => string;
  /** The locale for dates and numbers inside these texts: the wished one, or English where the texts are English instead. */
  locale: string;
};

/** A language that lacks a new text uses the English one until it is translated, so that every mail goes out. */
type Messages = Partial<Record<TextKey, string>>;
const LANGUAGES: Partial<Record<Locale, Messages>> = {
  en: english,
  'de-de': german,
  'es-es': spanish,
  'fr-fr': french,
  'zh-hans-cn': chinese,
  id: indonesian,
  'it-it': italian,
  'pt-br': portuguese,
  ja: japanese,
  ko: korean,
  'lt-lt': lithuanian,
  'nl-be': dutch,
  'zh-hant-tw': taiwanese,
  'zh-hk': hongKong,
  'sv-se': swedish,
  'ru-ru': russian,
  tr: turkish,
};
const OFFERED = Object.keys(LANGUAGES) as Locale[];
const DEFAULT = 'en';

const made = new Map<string, Texts>();

/** The texts in the language of the locale, or in English where we don't have it. */
export function textsIn(locale: string): Texts {
  const known = made.get(locale);
  if (known) return known;
  const near = nearestLocale(locale, OFFERED);
  const found = near && LANGUAGES[near];
  const texts = textsOf(found ?? english, found ? locale.replaceAll('_', '-') : DEFAULT);
  // Locales come from requests: only those of the product are kept.
  if (made.size < 50) made.set(locale, texts);
  return texts;
}

function textsOf(messages: Messages, locale: string): Texts {
  const i18n: I18n = setupI18n({ locale, messages: { [locale]: {} } });
  const compiled: CompiledMessages = {};
  return {
    locale,
    text: (key, values = {}) => {
      if (!(key in compiled)) {
        compiled[key] = compileMessageOrThrow(messages[key] ?? english[key]);
        i18n.load(locale, compiled);
      }
      return i18n._(key, values);
    },
  };
}
