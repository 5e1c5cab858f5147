import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { textFile } from './text-file.ts';
import { ALL_TEXT_GROUPS, textGroupOf } from './text-groups.ts';

const INDEX = 'virtual:catalogue';
const VERSION_CHARACTERS = 8;
type Texts = Record<string, string>;

/**
 * Compiles `locales/<locale>/<feature>.json` (flat keys, ICU texts) to catalogues, one lazily loaded module a locale and group. What a locale
 * leaves out is said in English. A build writes each module as a file whose name the panel can work out.
 */
export function catalogues(folder: string): Plugin {
  let isBuild = false;
  return {
    name: 'catalogues',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === INDEX || id.startsWith(`${INDEX}/`) ? `\0${id}` : undefined),
    load(id) {
      const locales = listLocales(folder);
      if (id === `\0${INDEX}`)
        return { code: isBuild ? builtIndex(textVersions(folder)) : servedIndex(locales), moduleSideEffects: false };
      const [, locale, group] = /^\0virtual:catalogue\/([\w-]+)\/(\w+)$/.exec(id) ?? [];
      if (!locale || !group) return undefined;
      // A variant of English has no file where nothing differs, and a file that isn't there can't be watched.
      const files = filesOf(folder, 'en', group).map((file) => join(folder, locale, file));
      for (const file of files) if (existsSync(file)) this.addWatchFile(file);
      return { code: catalogueModule(folder, locale, group), moduleSideEffects: false };
    },
    generateBundle() {
      if (!isBuild) return;
      for (const [locale, version] of Object.entries(textVersions(folder)))
        for (const group of ALL_TEXT_GROUPS) {
          const source = catalogueModule(folder, locale, group);
          this.emitFile({ type: 'asset', fileName: textFile(locale, group, version), source });
        }
    },
  };
}

/** A hash that distinguishes one state of a locale's texts from another. */
export function textVersions(folder: string): Record<string, string> {
  const versionOf = (locale: string) => {
    const hash = createHash('sha256');
    for (const group of ALL_TEXT_GROUPS) hash.update(catalogueModule(folder, locale, group));
    return hash.digest('hex').slice(0, VERSION_CHARACTERS);
  };
  return Object.fromEntries(listLocales(folder).map((locale) => [locale, versionOf(locale)]));
}

const listLocales = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Every file by name, as the development server and the tests load them. */
function servedIndex(locales: string[]): string {
  const groups = (locale: string) =>
    ALL_TEXT_GROUPS.map((group) => `${group}: () => import('${INDEX}/${locale}/${group}')`).join(', ');
  const entries = locales.map((locale) => `'${locale}': (group) => ({ ${groups(locale)} })[group]()`);
  return `export const catalogues = { ${entries.join(',\n')} };`;
}

export function builtIndex(versions: Record<string, string>): string {
  const file = textFile('${locale}', '${group}', '${version}');
  return `const load = (locale, version) => (group) => import(/* @vite-ignore */ \`/${file}\`);
export const catalogues = Object.fromEntries(
  Object.entries(${JSON.stringify(versions)}).map(([locale, version]) => [locale, load(locale, version)]),
);`;
}

const filesOf = (folder: string, locale: string, group: string): string[] =>
  readdirSync(join(folder, locale)).filter(
    (file) => file.endsWith('.json') && textGroupOf(file.slice(0, -5)) === group,
  );

/** A key that the locale lacks keeps its English text, so that a gap never shows a key to a person. */
export function catalogueModule(
  folder: string,
  locale: string,
  group: string,
  isWanted: (key: string) => boolean = () => true,
): string {
  const texts: Texts = {};
  for (const file of filesOf(folder, 'en', group)) {
    Object.assign(texts, readTexts(join(folder, 'en', file)), readTexts(join(folder, locale, file)));
  }
  const wanted = Object.entries(texts).filter(([key]) => isWanted(key));
  const compiled = Object.fromEntries(wanted.map(([key, text]) => [key, compile(key, text)]));
  return `export const messages = JSON.parse(${quote(JSON.stringify(compiled))});`;
}

/** In single quotes, because JSON is full of double ones. */
const quote = (json: string): string => `'${json.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const readTexts = (path: string): Texts => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {});

function compile(key: string, text: string): unknown {
  try {
    // A plain text stays a list with one entry: a bare string would be taken for an uncompiled text.
    return compileMessageOrThrow(text);
  } catch (cause) {
    throw new Error(`The text '${key}' is not valid ICU: ${text}`, { cause });
  }
}
