import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { type TextKey, textsIn } from './texts-in.ts';

const FOLDER = path.join(import.meta.dirname, 'locales');
const read = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Record<string, string>;
const english = read('en.json');
const files = readdirSync(FOLDER);

/** The names in braces, at any depth. */
function namesIn(text: string): string[] {
  const found = new Set<string>();
  const visit = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, , cases] = token as [string, string | undefined, object | undefined];
    found.add(name);
    if (typeof cases === 'object') for (const one of Object.values(cases)) if (Array.isArray(one)) one.forEach(visit);
  };
  for (const token of compileMessageOrThrow(text) as unknown[]) visit(token);
  return [...found].toSorted();
}

test.for(files)('%s has every text of mails and invoices, with the names of the English one [BRD-03]', (file) => {
  const texts = read(file);
  expect(Object.keys(texts)).toEqual(Object.keys(english));
  for (const [key, text] of Object.entries(texts)) {
    expect(namesIn(text), key).toEqual(namesIn(english[key] ?? ''));
    expect(textsIn(file.replace('.json', '')).text(key as TextKey)).not.toBe('');
  }
});

test('a reader gets their language whatever the region, and English with English dates where we lack it [BRD-03]', () => {
  const subject = (locale: string) => textsIn(locale).text('passwordLink.set.subject', { company: 'Hafen' });
  expect([subject('de-at'), subject('fr_CA'), subject('fi')]).toEqual([
    'Wählen Sie Ihr Passwort für Hafen',
    'Choisissez votre mot de passe pour Hafen',
    'Choose your password for Hafen',
  ]);
  expect(['de-at', 'fi', 'en-in'].map((locale) => textsIn(locale).locale)).toEqual(['de-at', 'en', 'en-in']);
  expect(textsIn('de-de').text('formerAddress.undo', { days: 7, email: 'a@b.test' })).toContain('von sieben Tagen');
  expect(textsIn('en').text('passwordLink.until', { days: 14 })).toContain('14 days');
  // What a value contains is never read as a text.
  expect(textsIn('en').text('passwordLink.account', { email: "{days} '{'" })).toBe("You sign in as {days} '{'.");
});
