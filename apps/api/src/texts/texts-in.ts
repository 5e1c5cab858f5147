import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Messages as CompiledMessages, type I18n, setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Locale, nearestLocale } from '@postern/domain/languages';
import { LOCATIONS } from '../runtime/locations.ts';
import type english from './locales/en.json';

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
/** Of several that fit a region which we don't have, the first is taken. */
const OFFERED = [
  ...(['en', 'de-de', 'es-es', 'fr-fr', 'zh-hans-cn', 'id', 'it-it', 'pt-br', 'ja', 'ko', 'lt-lt'] as const),
  ...(['nl-be', 'zh-hant-tw', 'zh-hk', 'sv-se', 'ru-ru', 'tr'] as const),
] satisfies Locale[];
const DEFAULT = 'en';

const made = new Map<string, Texts>();
const read = new Map<Locale, Messages>();

/** A language is read when its first text is wanted: an installation needs few of them, and a start none. */
function messagesIn(locale: Locale): Messages {
  const known = read.get(locale);
  if (known) return known;
  const messages = JSON.parse(readFileSync(path.join(LOCATIONS.texts, `${locale}.json`), 'utf8')) as Messages;
  read.set(locale, messages);
  return messages;
}

/** The texts in the language of the locale, or in English where we don't have it. */
export function textsIn(locale: string): Texts {
  const known = made.get(locale);
  if (known) return known;
  const near = nearestLocale(locale, OFFERED);
  const texts = textsOf(messagesIn(near ?? DEFAULT), near ? locale.replaceAll('_', '-') : DEFAULT);
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
        compiled[key] = compileMessageOrThrow(messages[key] ?? messagesIn(DEFAULT)[key] ?? '');
        i18n.load(locale, compiled);
      }
      return i18n._(key, values);
    },
  };
}
