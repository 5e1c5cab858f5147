/**
 * The built file of a locale's group of texts. A version for each locale instead of a hash for each file: the page and its script then needn't
 * name every file of every language, of which a visit loads a few.
 */
export const textFile = (locale: string, group: string, version: string): string =>
  `assets/texts-${locale}-${group}-${version}.js`;
