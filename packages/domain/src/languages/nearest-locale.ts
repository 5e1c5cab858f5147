/**
 * The offered locale nearest to a BCP 47 tag (`-` or `_`), or undefined: the same tag, else the same language, script and region, else the
 * same language and script, else the same language. A region tells the script: `zh-TW` is written in traditional characters, so it never
 * gets `zh-hans-cn` while another is offered.
 */
export function nearestLocale<Offered extends string>(tag: string, offered: readonly Offered[]): Offered | undefined {
  const wish = tag.toLowerCase().replaceAll('_', '-');
  const exact = offered.find((locale) => locale === wish);
  if (exact || wish === '') return exact;
  const [language, script, region] = likelyParts(wish);
  const same = offered.filter((locale) => likelyParts(locale)[0] === language);
  const written = same.filter((locale) => likelyParts(locale)[1] === script);
  return written.find((locale) => likelyParts(locale)[2] === region) ?? written[0] ?? same[0];
}

/** Language, script and region of a tag. CLDR's likeliest values fill in missing parts. */
function likelyParts(tag: string): readonly (string | undefined)[] {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return [language, script, region];
  } catch {
    // Not a language tag: only its first part may still name a language.
    return [tag.split('-')[0]];
  }
}
