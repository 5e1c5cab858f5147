import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { ACCESS_ERRORS, ERROR_STATUS, UNIVERSAL_ERRORS } from '@postern/contract/errors';
import { signOut } from '@postern/contract/session';
import { describe, expect, test } from 'vitest';

type Texts = Record<string, string>;
const PANEL = join(import.meta.dirname, '../../..');
const LOCALES = join(PANEL, 'locales');
const DOMAIN = join(PANEL, '../../packages/domain/src');

const filesOf = (locale: string): string[] => readdirSync(join(LOCALES, locale)).sort();
const readTexts = (locale: string, file: string): Texts =>
  JSON.parse(readFileSync(join(LOCALES, locale, file), 'utf8')) as Texts;
const allTexts = (locale: string): Texts =>
  Object.assign({}, ...filesOf(locale).map((file) => readTexts(locale, file))) as Texts;
const english = allTexts('en');
const variants = readdirSync(LOCALES).filter((locale) => locale.startsWith('en-'));
const translated = readdirSync(LOCALES).filter((locale) => locale !== 'en' && !variants.includes(locale));

type Argument = { name: string; kind: string | null; cases: string[] };

/** Every argument of a text, at any depth of plurals and selects. */
function argumentsOf(text: string): Argument[] {
  const found: Argument[] = [];
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, kind, cases] = token as [string, string | undefined, object | undefined];
    const isChoice = typeof cases === 'object' && cases !== null;
    found.push({
      name,
      kind: kind ?? null,
      cases: isChoice ? Object.keys(cases).filter((each) => each !== 'offset') : [],
    });
    if (isChoice) for (const tokens of Object.values(cases)) if (Array.isArray(tokens)) tokens.forEach(visit);
  };
  for (const token of compileMessageOrThrow(text) as unknown[]) visit(token);
  return found;
}

/** The names in braces and the tags of a text. Which of the values is counted may differ between languages. */
function placeholdersOf(text: string): string[] {
  const tags = [...text.matchAll(/<(\w+)>/g)].map((tag) => tag[0]);
  return [...new Set([...argumentsOf(text).map((argument) => argument.name), ...tags])].sort();
}

test.for(variants)(
  'the English of %s has only texts that differ from the English of all, with the same placeholders [BRD-03]',
  (locale) => {
    for (const [key, text] of Object.entries(allTexts(locale))) {
      expect(english, key).toHaveProperty([key]);
      expect(text, key).not.toBe(english[key]);
      expect(placeholdersOf(text), key).toEqual(placeholdersOf(english[key] ?? ''));
    }
  },
);

describe.for(translated)('the texts of %s', (locale) => {
  test('have the same files and keys as English [BRD-03]', () => {
    expect(filesOf(locale)).toEqual(filesOf('en'));
    for (const file of filesOf('en')) {
      expect(Object.keys(readTexts(locale, file)).sort(), file).toEqual(Object.keys(readTexts('en', file)).sort());
    }
  });

  test('use the same placeholders and tags as English [BRD-03]', () => {
    const texts = allTexts(locale);
    for (const [key, text] of Object.entries(english))
      expect(placeholdersOf(texts[key] ?? ''), key).toEqual(placeholdersOf(text));
  });

  test('count in the plural forms of their language [BRD-03]', () => {
    const forms: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    for (const [key, text] of Object.entries(allTexts(locale))) {
      for (const { cases } of argumentsOf(text).filter((argument) => argument.kind === 'plural')) {
        expect(cases, key).toContain('other');
        expect(
          cases.filter((form) => !/^\d+$/.test(form) && !forms.includes(form)),
          key,
        ).toEqual([]);
      }
    }
  });
});

/** Each visible button label, and the names that screen readers say instead. */
const SPOKEN: Record<string, string[]> = {
  'addOns.own.move': ['addOns.own.moveOf'],
  'addOns.own.takeBack': ['addOns.own.takeBackOf'],
  'billing.have.get': ['billing.have.getNamed'],
  'billing.have.manage': ['billing.have.manageNamed'],
  'billing.invoices.pdf': ['billing.invoices.pdfOf'],
  'billing.invoices.xml': ['billing.invoices.xmlOf'],
  'billing.pay.change': ['billing.pay.changeCycle', 'billing.pay.changeDate'],
  'dkim.key.delete': ['dkim.key.deleteOf'],
};

test.for(['en', ...translated])(
  'the spoken name of a button begins with the word that it shows, in %s [BRD-03]',
  (locale) => {
    const texts = allTexts(locale);
    const begins = (text = '', word = '-') => text.toLowerCase().startsWith(word.toLowerCase());
    const others = Object.entries(SPOKEN).flatMap(([shown, names]) =>
      names.filter((name) => !begins(texts[name], texts[shown])),
    );
    expect(others).toEqual([]);
  },
);

test('no key is in two files [BRD-03]', () => {
  const keys = filesOf('en').flatMap((file) => Object.keys(readTexts('en', file)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('every error code has a text, and every error text a code [BRD-03]', () => {
  const told = Object.keys(english).filter((key) => /^errors\.[A-Z]/.test(key));
  expect(told.sort()).toEqual(
    Object.keys(ERROR_STATUS)
      .map((code) => `errors.${code}`)
      .sort(),
  );
});

test('every code that a call before the sign-in can be refused with has its text in the first group [BRD-03]', () => {
  const first = readTexts('en', 'errors.json');
  // Errors that only a partner's server sees have no text in the panel.
  const open = ALL_OPERATIONS.filter(({ access }) => access === 'open' || access === 'purchase');
  const codes = [...open, signOut].flatMap(({ access, errors }) => [...errors, ...ACCESS_ERRORS[access]]);
  expect([...codes, ...UNIVERSAL_ERRORS].filter((code) => !(`errors.${code}` in first))).toEqual([]);
});

test('no text is unused [BRD-03]', () => {
  const source = [...sourceFiles(join(PANEL, 'src')), ...sourceFiles(DOMAIN)]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const prefixes = [...source.matchAll(/`([A-Za-z][\w.]*\.)\$\{/g)].map((found) => found[1] ?? '');
  const named = new Set([...source.matchAll(/(['"])([\w.-]+)\1/g)].map((found) => found[2]));
  const isUsed = (key: string) => named.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
});

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
