import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkLinkLife, parsePurchaseClaims } from './index.ts';

describe('the claims of a purchase link', () => {
  const good = {
    iss: 72,
    jti: 'link-1',
    exp: 1_800_000_000,
    domainName: 'BlueBottle.test.',
    customerEmailAddress: 'Anna@BlueBottle.test',
    customerName: 'Anna',
    customerCountry: 'de',
    locale: 'de-de',
    planType: 'pro',
    source: 'checkout',
    sourceContext: null,
    customerReference: null,
    discountCode: ' SUMMER26 ',
  };

  test('are read in canonical form [PUR-08]', () => {
    expect(parsePurchaseClaims(good)).toEqual({
      ok: true,
      value: {
        issuer: '72',
        linkId: 'link-1',
        issuedAtSeconds: null,
        expiresAtSeconds: 1_800_000_000,
        claims: {
          domainName: 'bluebottle.test',
          customerName: 'Anna',
          customerEmailAddress: 'anna@bluebottle.test',
          customerCountry: 'DE',
          locale: 'de-de',
          planType: 'pro',
          source: 'checkout',
          sourceContext: null,
          customerReference: null,
          discountCode: 'SUMMER26',
        },
      },
    });
  });

  test.each(['iss', 'jti', 'exp', 'domainName', 'customerEmailAddress', 'planType'])(
    'without %s are refused [PUR-08]',
    (claim) => {
      expect(parsePurchaseClaims({ ...good, [claim]: undefined })).toEqual({
        ok: false,
        code: 'CLAIM_MISSING',
        attrs: { claim },
      });
      expect(parsePurchaseClaims({ ...good, [claim]: '' })).toMatchObject({ code: 'CLAIM_MISSING', attrs: { claim } });
    },
  );

  test.each<[string, unknown]>([
    ['iss', 1.5],
    ['iat', '1800000000'],
    ['iat', Number.NaN],
    ['iss', {}],
    ['jti', 7],
    ['jti', 'x'.repeat(201)],
    ['jti', '   '],
    ['exp', '1800000000'],
    ['exp', Number.POSITIVE_INFINITY],
    ['exp', -1],
    ['domainName', 'localhost'],
    ['domainName', ['a.test']],
    ['customerEmailAddress', 'anna'],
    ['customerEmailAddress', { toString: 'anna@b.test' }],
    ['customerName', 17],
    ['customerName', 'x'.repeat(201)],
    ['planType', ['pro']],
    ['locale', 'x'.repeat(36)],
    ['sourceContext', 'x'.repeat(501)],
    ['customerReference', 'x'.repeat(201)],
    ['discountCode', 'x'.repeat(51)],
    ['discountCode', 26],
  ])('with %s = %j are refused [PUR-08]', (claim, value) => {
    expect(parsePurchaseClaims({ ...good, [claim]: value })).toEqual({
      ok: false,
      code: 'CLAIM_INVALID',
      attrs: { claim },
    });
  });

  test.each([['XX'], ['Germany'], [undefined], [null], [49]])(
    'with the country %s leave the field empty [PUR-08]',
    (customerCountry) => {
      expect(parsePurchaseClaims({ ...good, customerCountry })).toMatchObject({
        ok: true,
        value: { claims: { customerCountry: null } },
      });
    },
  );

  test('of any payload are read or refused, never an exception [PUR-08]', () => {
    const claim = fc.constantFrom(...Object.keys(good));
    fc.assert(
      fc.property(fc.anything(), claim, (value, name) => {
        expect([true, false]).toContain(parsePurchaseClaims(value).ok);
        expect([true, false]).toContain(parsePurchaseClaims({ ...good, [name]: value }).ok);
      }),
    );
  });
});

describe('a purchase link', () => {
  const now = 1_800_000_000;
  const hour = 3600;
  test.each<[string, { iat: number | null; exp: number; hours?: number }, string | null]>([
    ['of 24 hours is accepted', { iat: now, exp: now + 24 * hour }, null],
    ['of 24 hours and a second is refused', { iat: now, exp: now + 24 * hour + 1 }, 'LINK_LIVES_TOO_LONG'],
    [
      'of a week is refused on its last day, too',
      { iat: now - 6 * 24 * hour, exp: now + 24 * hour },
      'LINK_LIVES_TOO_LONG',
    ],
    ['of a week is accepted where the partner allows it', { iat: now, exp: now + 168 * hour, hours: 168 }, null],
    ['that does not say when it was made counts from now', { iat: null, exp: now + 24 * hour }, null],
    [
      'of a year that does not say when it was made is refused',
      { iat: null, exp: now + 8760 * hour },
      'LINK_LIVES_TOO_LONG',
    ],
    ['made by a clock four minutes ahead is accepted', { iat: now + 240, exp: now + 24 * hour }, null],
    [
      'that claims to be made tomorrow is refused',
      { iat: now + 24 * hour, exp: now + 48 * hour },
      'LINK_FROM_THE_FUTURE',
    ],
  ])('%s [PUR-08]', (_title, { iat, exp, hours = 24 }, code) => {
    const verdict = checkLinkLife({ issuedAtSeconds: iat, expiresAtSeconds: exp }, now, hours);
    expect(verdict.ok ? null : verdict.code).toBe(code);
  });
});
