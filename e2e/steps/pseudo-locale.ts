import type { Page } from '@playwright/test';

/** Every vowel twice, with accents: half as long again as English, which is as long as German gets. */
const LONG: Record<string, string> = { a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú' };
const stretch = (words: string): string =>
  // Names of elements and entities are no words.
  words.replaceAll(/<[^>]*>|[aeiou]/gi, (found) => {
    const long = LONG[found.toLowerCase()];
    if (long === undefined) return found;
    return found === found.toLowerCase() ? long : long.toUpperCase();
  });

/** A compiled ICU text: words, and arguments as lists of a name, a kind and the words for each case. */
function stretchText(text: unknown): unknown {
  if (typeof text === 'string') return stretch(text);
  return Array.isArray(text)
    ? text.map((part) => (Array.isArray(part) ? stretchCases(part) : stretchText(part)))
    : text;
}

function stretchCases(argument: unknown[]): unknown[] {
  const [name, kind, cases] = argument;
  if (kind !== 'plural' && kind !== 'select' && kind !== 'selectordinal') return argument;
  const long = Object.entries(cases as object).map(([of, words]) => [of, stretchText(words)]);
  return [name, kind, Object.fromEntries(long)];
}

function stretchFile(source: string): string {
  const [, literal = ''] = /^export const messages = JSON\.parse\('(.*)'\);$/s.exec(source) ?? [];
  if (literal === '') throw new Error('This is no file of texts.');
  const texts = JSON.parse(literal.replaceAll(/\\(['\\])/g, '$1')) as Record<string, unknown>;
  const long = Object.entries(texts).map(([key, text]) => [key, stretchText(text)]);
  return `export const messages = ${JSON.stringify(Object.fromEntries(long))};`;
}

/** From now on this page shows the English texts in a language that doesn't exist, from the server's own files. */
export async function showPseudoLocale(page: Page): Promise<void> {
  await page.route(/\/assets\/texts-en-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: stretchFile(await answer.text()) });
  });
}
