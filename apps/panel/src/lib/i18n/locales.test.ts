import { expect, test } from 'vitest';
import { LOCALE_NAMES, type Locale, pickLocale } from './locales.ts';

test('there are the 17 locales of the product, English and its US spelling [BRD-03]', () => {
  expect(Object.keys(LOCALE_NAMES)).toHaveLength(19);
});

const OFFERED: Locale[] = ['en', 'de-de', 'pt-br', 'zh-hans-cn'];
test.for([
  [['de-DE'], 'de-de'],
  [['de-AT', 'en'], 'de-de'],
  [[null, 'pt_BR'], 'pt-br'],
  [['fr-FR', 'zh-Hans-CN'], 'zh-hans-cn'],
  [['ja'], 'en'],
  [['en-GB', 'de'], 'en'],
  [[], 'en'],
  [[''], 'en'],
] as const)('for %j the panel speaks %s: the first wish that has texts, else English [BRD-03]', ([wishes, locale]) => {
  expect(pickLocale(wishes, OFFERED)).toBe(locale);
});
