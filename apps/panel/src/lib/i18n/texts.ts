import { setupI18n } from '@lingui/core';
import { showNames } from '@postern/domain/addresses';
import { catalogues } from 'virtual:catalogue';
import type { TextGroup } from '../../../build/text-groups.ts';
import { inTime, loadChunk } from '../reload/chunk-errors.ts';
import { writeItem } from '../store/storage.ts';
import { createStore, useStore } from '../store/store.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale, pickLocale } from './locales.ts';
import type { MessageKey } from './message-key.ts';
import { wishedLocales } from './wished-locales.ts';

export type TextValues = Record<string, string | number>;
export type Text = (key: MessageKey, values?: TextValues) => string;
type Words = { locale: Locale; t: Text };

const i18n = setupI18n();
const loadedGroups = new Set<string>();
const wantedGroups = new Set<TextGroup>();
const lostFiles = new Set<string>();
/** Changes with the texts: a new `t` makes everything that was memoised with the old one render again. */
const words = createStore<Words>({ locale: DEFAULT_LOCALE, t: (key) => key });

/** The locales that have texts, in the order of the list. */
export const OFFERED_LOCALES: readonly Locale[] = (Object.keys(LOCALE_NAMES) as Locale[]).filter(
  (locale) => locale in catalogues,
);

let onFileFailure: (locale: Locale, group: TextGroup) => void = () => {};
/** Sets what logs a language file that doesn't load; called once when the panel starts. */
export const handleTextFailure = (handler: typeof onFileFailure): void => {
  onFileFailure = handler;
};

/** Loads a group of texts; `standIn` uses another language's texts while the locale's own can't be loaded. */
async function loadGroup(locale: Locale, group: TextGroup, standIn: Locale = locale): Promise<void> {
  const id = `${locale}/${group}`;
  if (loadedGroups.has(id)) return;
  const catalogue = catalogues[standIn] ?? catalogues[DEFAULT_LOCALE];
  if (!catalogue) throw new Error('the build has no English texts');
  const load = () => catalogue(group);
  // Another language falls back to English, so there is no reason to reload the page.
  const { messages } = standIn === DEFAULT_LOCALE ? await loadChunk(load) : await inTime(load());
  i18n.load(locale, messages);
  if (standIn === locale) loadedGroups.add(id);
}

/** Spec 1 §8: a language file that fails is logged and ignored. English has no fallback, so it fails like any chunk. */
function ignoreLostFile(locale: Locale, group: TextGroup, error: unknown): void {
  if (locale === DEFAULT_LOCALE) throw error;
  const id = `${locale}/${group}`;
  if (lostFiles.has(id)) return;
  lostFiles.add(id);
  console.warn('a language file is missing', id, error);
  onFileFailure(locale, group);
}

function show(locale: Locale): void {
  i18n.activate(locale);
  // Even the same language, set again, makes the browser work out all styles again.
  if (document.documentElement.lang !== locale) document.documentElement.lang = locale;
  words.write({ locale, t: (key, values) => showNames(i18n._(key, values)) });
}

/** Loads a group of texts in the current locale. */
export async function loadTexts(group: TextGroup): Promise<void> {
  wantedGroups.add(group);
  const { locale } = words.read();
  if (loadedGroups.has(`${locale}/${group}`)) return;
  try {
    await loadGroup(locale, group);
  } catch (error) {
    ignoreLostFile(locale, group, error);
    await loadGroup(locale, group, DEFAULT_LOCALE);
  }
  // Another language may have been chosen while these texts loaded.
  if (words.read().locale !== locale) await loadTexts(group);
  else show(locale);
}

/** Changes the language of the whole panel at once, when all of its texts have loaded. */
export async function chooseLocale(locale: Locale): Promise<void> {
  const missing = () => [...wantedGroups].filter((group) => !loadedGroups.has(`${locale}/${group}`));
  // A screen that is opened meanwhile needs more groups.
  while (missing().length > 0) await Promise.all(missing().map((group) => loadGroup(locale, group)));
  show(locale);
  writeItem('local', 'postern.locale', locale);
  writeItem('session', 'lang', locale);
}

/** Loads the first texts of a visit, in the language that was chosen before, named by the link, or set in the browser. */
export async function startTexts(group: TextGroup, asked: string | null = null): Promise<void> {
  const locale = pickLocale(wishedLocales(asked), OFFERED_LOCALES);
  wantedGroups.add(group);
  try {
    await loadGroup(locale, group);
    show(locale);
  } catch (error) {
    ignoreLostFile(locale, group, error);
    await loadGroup(DEFAULT_LOCALE, group);
    show(DEFAULT_LOCALE);
  }
}

/** Whether a text has loaded, for code that may run before its screen's texts are there. `useText` renders again when texts load. */
export const hasText = (key: MessageKey): boolean => key in i18n.messages;
export const currentLocale = (): Locale => words.read().locale;
/** For code outside components (toasts of a mutation); components use `useText`. */
export const text: Text = (key, values) => words.read().t(key, values);
export const useText = (): Text => useStore(words).t;
export const useLocale = (): Locale => useStore(words).locale;
