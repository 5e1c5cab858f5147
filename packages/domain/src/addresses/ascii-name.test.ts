import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showNames, toAsciiName } from './index.ts';

test.each([
  ['xn--bcher-kva.example', 'bücher.example'],
  ['www.xn--mnchen-3ya.xn--p1ai', 'www.münchen.рф'],
  ['xn--fiqs8s', '中国'],
  ['xn--ls8h.test', '💩.test'],
  ['_dmarc.xn--bcher-kva', '_dmarc.bücher'],
  ['plain.test', 'plain.test'],
  ['xn--.test', 'xn--.test'],
  ['xn--a', 'xn--a'],
  ['xn--zzzzzzzz99999', 'xn--zzzzzzzz99999'],
  ['xn--bcher-KVA', 'xn--bcher-KVA'],
  ['anna@xn--bckerei-mller-bfb28a.example', 'anna@bäckerei-müller.example'],
  ['Tell ben@xn--fiqs8s.test, xn--fiqs8s.test.', 'Tell ben@中国.test, 中国.test.'],
  ['axn--bcher-kva.test', 'axn--bcher-kva.test'],
  // Letters of one script that look like another's: 'pаypal' with a Cyrillic 'а', 'αpple' with a Greek alpha.
  ['xn--pypal-4ve.test', 'xn--pypal-4ve.test'],
  ['xn--pple-zld.test', 'xn--pple-zld.test'],
  // Japanese and Chinese mix with Latin letters.
  ['xn--abc-7k4bocn.test', 'abcテスト.test'],
])("'%s' is shown as '%s' [DNS-01]", (name, shown) => {
  expect(showNames(name)).toBe(shown);
});

test('a name in another script goes to ASCII and back [DNS-01]', () => {
  const letters = fc.constantFrom(...'abcäöüßéñжщ中国日本ไทยελ');
  const label = fc.array(letters, { minLength: 1, maxLength: 12 }).map((word) => word.join('').normalize('NFC'));
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), (labels) => {
      const ascii = toAsciiName(labels.join('.'));
      // A label that begins with a combining sign has no ASCII form.
      if (ascii === null) return;
      expect(ascii).toMatch(/^[a-z0-9.-]+$/);
      expect(toAsciiName(showNames(ascii))).toBe(ascii);
    }),
  );
});
