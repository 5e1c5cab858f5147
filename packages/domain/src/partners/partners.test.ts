import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brandedType, catalogueType } from './branded-type.ts';
import { type Brand, brandOf, PARTNER_IDS, parseOrigin, parsePartnerUrl } from './index.ts';

test.each<[Brand | null, string, Brand]>([
  [null, 'panel.example.test', 'general'],
  [null, 'panel.neo.example', 'neo'],
  [null, 'NEO.example:8080', 'neo'],
  [null, 'neon.example.test', 'general'],
  [null, 'my-neo.example.test', 'general'],
  ['general', 'neo.example', 'general'],
  ['neo', 'panel.example.test', 'neo'],
  [null, '', 'general'],
])(
  "of a partner's brand %s on %s the brand is %s: the partner first, then the label [BRD-01]",
  (partnerBrand, host, brand) => {
    expect(brandOf({ partnerBrand, host })).toBe(brand);
  },
);

test('the partner ids are those of the specification [BRD-02]', () => {
  expect(PARTNER_IDS).toEqual({
    defaultBrand: { production: 54, stage: 71 },
    domainRegistrar: { production: 61, stage: 66 },
    resellers: [72, 116],
  });
});

test('add-on and feature ids carry the slug of the brand, and are found again by it [ADD-01]', () => {
  expect(brandedType('max_addon', 'neo')).toBe('neo_max');
  expect(brandedType('ai', 'general')).toBe('general_ai');
  expect(brandedType('storage_addon', 'neo')).toBe('storage_addon');
  expect(brandedType('toString', 'neo')).toBe('toString');
  expect(catalogueType('neo_max', 'neo')).toBe('max_addon');
  expect(catalogueType('neo_max', 'general')).toBe('neo_max');
  expect(catalogueType('storage_addon', 'general')).toBe('storage_addon');
});

describe('addresses that people are sent to', () => {
  const OWN = 'mail.example:8443';
  test.each([
    ['https://shop.example/help', 'https://shop.example/help'],
    [' https://shop.example ', 'https://shop.example/'],
    ['www.shop.example/help?x=1', 'https://www.shop.example/help?x=1'],
    ['mail.example:8443/docs', 'https://mail.example:8443/docs'],
    ['MAIL.example:8443', 'https://mail.example:8443/'],
  ])('%s leads to %s [BRD-04]', (text, url) => {
    expect(parsePartnerUrl(text, OWN)).toEqual({ ok: true, value: url });
  });

  test.each([
    'http://shop.example',
    'shop.example',
    'mail.example:8443.evil.test/docs',
    'mail.example:84430',
    'mail.example:8443@evil.test',
    'wwwshop.example',
    'www.',
    'https://user:secret@shop.example',
    'www.user@shop.example',
    'javascript:alert(1)',
    '//shop.example',
    '',
    `https://shop.example/${'a'.repeat(2_000)}`,
  ])("'%s' is refused [BRD-04]", (text) => {
    expect(parsePartnerUrl(text, OWN)).toMatchObject({ ok: false, code: 'URL_NOT_SECURE' });
  });
});

describe('origins that may frame the panel', () => {
  test.each([
    ['https://cp.partner.test', 'https://cp.partner.test'],
    [' https://CP.Partner.test:443/ ', 'https://cp.partner.test'],
    ['https://cp.partner.test:8443', 'https://cp.partner.test:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is kept as %s [WID-02]', (text, origin) => {
    expect(parseOrigin(text)).toEqual({ ok: true, value: origin });
  });

  test.each([
    ['http://cp.partner.test', 'ORIGIN_NOT_SECURE'],
    ['http://localhost.partner.test', 'ORIGIN_NOT_SECURE'],
    ['ftp://cp.partner.test', 'ORIGIN_NOT_SECURE'],
    ['https://cp.partner.test/embed', 'ORIGIN_HAS_PATH'],
    ['https://cp.partner.test/?x', 'ORIGIN_HAS_PATH'],
    ['https://cp.partner.test/#x', 'ORIGIN_HAS_PATH'],
    ['https://user@cp.partner.test', 'ORIGIN_MALFORMED'],
    ['https://*.partner.test', 'ORIGIN_MALFORMED'],
    ["https://cp.partner.test;script-src 'unsafe-inline'", 'ORIGIN_MALFORMED'],
    ['*', 'ORIGIN_MALFORMED'],
    ['null', 'ORIGIN_MALFORMED'],
    ['cp.partner.test', 'ORIGIN_MALFORMED'],
    ['javascript:alert(1)', 'ORIGIN_MALFORMED'],
    ['data:text/html,x', 'ORIGIN_MALFORMED'],
    ['', 'ORIGIN_MALFORMED'],
    [`https://${'a'.repeat(400)}.test`, 'ORIGIN_MALFORMED'],
  ])('%s is refused as %s [WID-02]', (text, code) => {
    expect(parseOrigin(text)).toMatchObject({ ok: false, code });
  });

  test('an accepted origin is safe in a header, without space, quote, comma or semicolon, and parses to itself [WID-02]', () => {
    const parts = fc.array(
      fc.constantFrom(
        'https://',
        'http://',
        'localhost',
        'a.test',
        ':8080',
        '/',
        '*',
        ' ',
        ';',
        "'",
        ',',
        '@',
        '\n',
        '[::1]',
      ),
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const parsed = parseOrigin(texts.join(''));
        if (!parsed.ok) return;
        expect(parsed.value).toMatch(/^https?:\/\/[a-z0-9.:[\]-]+$/);
        expect(parseOrigin(parsed.value)).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
  });
});
