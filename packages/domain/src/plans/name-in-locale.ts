/** A name of the catalogue: the one that every reader knows, and its translations by locale (`de-de`) or language (`de`). */
export type CatalogueName = { displayName: string; displayNames?: Readonly<Record<string, string>> | undefined };

/** The name in a locale, else in its language, else the one without a language. Names of products are often the same in all. */
export function nameInLocale({ displayName, displayNames = {} }: CatalogueName, locale: string): string {
  const wanted = locale.toLowerCase();
  const [language = ''] = wanted.split('-');
  return displayNames[wanted] ?? displayNames[language] ?? displayName;
}
