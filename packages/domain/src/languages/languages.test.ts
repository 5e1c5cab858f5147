import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCALES, nearestLocale } from './index.ts';

test.for([
  ['de-DE', 'de-de'],
  ['de_AT', 'de-de'],
  ['en-GB', 'en'],
  ['en-IN', 'en-in'],
  ['pt-PT', 'pt-br'],
  ['nl', 'nl-be'],
  ['zh', 'zh-hans-cn'],
  ['zh-SG', 'zh-hans-cn'],
  ['zh-Hans-HK', 'zh-hans-cn'],
  ['zh-TW', 'zh-hant-tw'],
  ['zh-Hant', 'zh-hant-tw'],
  ['zh-HK', 'zh-hk'],
  ['zh-Hant-HK', 'zh-hk'],
  ['zh-MO', 'zh-hant-tw'],
  ['nb-NO', undefined],
  ['', undefined],
  ['not a tag', undefined],
] as const)('a reader of %s gets the texts of %s [BRD-03]', ([tag, locale]) => {
  expect(nearestLocale(tag, LOCALES)).toBe(locale);
});

test('a reader gets texts in another script only if their own script is missing [BRD-03]', () => {
  expect(nearestLocale('zh-TW', ['en', 'zh-hans-cn'])).toBe('zh-hans-cn');
});

test('for any language tag from a browser or a link, the answer is an offered locale or none [BRD-03]', () => {
  fc.assert(
    fc.property(fc.string(), (tag) => {
      expect([...LOCALES, undefined]).toContain(nearestLocale(tag, LOCALES));
    }),
  );
});
