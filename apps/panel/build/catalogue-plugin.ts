import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { ALL_TEXT_GROUPS, textGroupOf } from './text-groups.ts';

const INDEX = 'virtual:catalogue';
type Texts = Record<string, string>;

/** Compiles `locales/<locale>/<feature>.json` (flat keys, ICU texts) to catalogues, one lazily loaded chunk a locale and group. */
export function catalogues(folder: string): Plugin {
  return {
    name: 'catalogues',
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) return { code: indexModule(listLocales(folder)), moduleSideEffects: false };
      const [, locale, group] = /^\0virtual:catalogue\/([\w-]+)\/(\w+)$/.exec(id) ?? [];
      if (!locale || !group) return undefined;
      for (const file of filesOf(folder, 'en', group)) this.addWatchFile(join(folder, locale, file));
      return { code: catalogueModule(folder, locale, group), moduleSideEffects: false };
    },
  };
}

const listLocales = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

function indexModule(locales: string[]): string {
  const groups = (locale: string) =>
    ALL_TEXT_GROUPS.map((group) => `${group}: () => import('${INDEX}/${locale}/${group}')`).join(', ');
  return `export const catalogues = { ${locales.map((locale) => `'${locale}': { ${groups(locale)} }`).join(',\n')} };`;
}

const filesOf = (folder: string, locale: string, group: string): string[] =>
  readdirSync(join(folder, locale)).filter(
    (file) => file.endsWith('.json') && textGroupOf(file.slice(0, -5)) === group,
  );

/** A key that the locale lacks keeps its English text, so that a gap never shows a key to a person. */
function catalogueModule(folder: string, locale: string, group: string): string {
  const texts: Texts = {};
  for (const file of filesOf(folder, 'en', group)) {
    Object.assign(texts, readTexts(join(folder, 'en', file)), readTexts(join(folder, locale, file)));
  }
  const compiled = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compile(key, text)]));
  return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(compiled))});`;
}

const readTexts = (path: string): Texts => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {});

function compile(key: string, text: string): unknown {
  try {
    // A plain text stays a list with one entry: a bare string would be taken for an uncompiled text.
    return compileMessageOrThrow(text);
  } catch (cause) {
    throw new Error(`The text '${key}' is not valid ICU: ${text}`, { cause });
  }
}
