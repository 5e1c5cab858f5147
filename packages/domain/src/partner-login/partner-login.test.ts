import { expect, test } from 'vitest';
import { parseLoginClaims } from './index.ts';

const NOW = 1_800_000_000;
const GOOD = { iss: '54', jti: 'a', exp: NOW + 300, domainName: 'Shop.example', email: 'Anna@Shop.example' };
const parse = (more: Record<string, unknown>) => parseLoginClaims({ ...GOOD, ...more }, NOW);

test('a token that signs in names its domain and one person, and lives five minutes at most [ENT-06]', () => {
  const good = { issuer: '54', loginId: 'a', domainName: 'shop.example', email: 'anna@shop.example' };
  expect(parse({})).toEqual({ ok: true, value: { ...good, isCustomer: false } });
  expect(parse({ iss: 54, customerEmail: 'owner@home.example' })).toEqual({
    ok: true,
    value: { ...good, email: 'owner@home.example', isCustomer: true },
  });
  for (const [claim, values] of Object.entries({
    iss: [undefined, '', {}, -1],
    jti: [undefined, '', ' ', 7, 'x'.repeat(201)],
    exp: [undefined, '300', Number.NaN, Number.POSITIVE_INFINITY],
    domainName: [undefined, 'a b', 'com.', 7],
    email: [undefined, 'anna', ['anna@shop.example']],
    customerEmail: ['nobody', 7],
  }))
    for (const value of values)
      expect(parse({ [claim]: value }), `${claim} ${JSON.stringify(value)}`).toMatchObject({
        code: 'CLAIM_INVALID',
        attrs: { claim },
      });
  expect(parse({ exp: NOW + 361 })).toMatchObject({ code: 'LIVES_TOO_LONG' });
  for (const payload of [null, 'text', []]) expect(parseLoginClaims(payload, NOW).ok).toBe(false);
});
