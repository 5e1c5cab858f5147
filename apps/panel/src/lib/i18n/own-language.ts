import { readItem, writeItem } from '../store/storage.ts';
import { readSession } from '../session/session-store.ts';
import type { Locale } from './locales.ts';
import { chooseLocale, currentLocale, OFFERED_LOCALES } from './texts.ts';

/** The language of this tab that is kept with the person: it isn't the choice of the next person who signs in here. */
const KEPT = 'postern.keptLanguage';

export const noteKeptLanguage = (locale: Locale): void => writeItem('session', KEPT, locale);

/**
 * After a sign-in: the language that the person chose, wherever that was. One that was chosen in this tab before the sign-in is their newest wish.
 * Without its texts the panel stays as it is.
 */
export async function adoptOwnLanguage(): Promise<void> {
  const { chosenLang } = readSession();
  const chosen = OFFERED_LOCALES.find((locale) => locale === chosenLang);
  const here = readItem('session', 'lang');
  if (chosen === undefined || (here !== null && here !== readItem('session', KEPT))) return;
  noteKeptLanguage(chosen);
  if (chosen !== currentLocale()) await chooseLocale(chosen).catch(() => {});
}
