import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSettlementClaims } from './index.ts';

const good = {
  iss: 116,
  jti: 's-1',
  trackingId: '00000000-0000-4000-8000-000000000088',
  status: 'paid',
  amount: '87.00',
  currency: 'EUR',
  reference: 'INV-7',
};

test('a settlement says which attempt it answers, how that ended and what was paid [PAY-05]', () => {
  const value = {
    issuer: '116',
    settlementId: 's-1',
    trackingId: good.trackingId,
    status: 'paid',
    amountMinor: 8_700,
    currency: 'EUR',
    quoteId: null,
    reference: 'INV-7',
  };
  expect(parseSettlementClaims(good)).toEqual({ ok: true, value });
  const { reference: _, ...bare } = good;
  expect(parseSettlementClaims({ ...bare, iss: '116', amount: 87 })).toEqual({
    ok: true,
    value: { ...value, reference: null },
  });
  const quoteId = '01a21acf-72fa-7220-9341-e5a9b26bc347';
  expect(parseSettlementClaims({ ...good, quoteId })).toEqual({ ok: true, value: { ...value, quoteId } });
});

test.each(['iss', 'jti', 'trackingId', 'status', 'amount', 'currency'])(
  'a settlement without %s is refused [PAY-05]',
  (claim) => {
    const refusal = { ok: false, code: 'CLAIM_MISSING', attrs: { claim } };
    expect(parseSettlementClaims({ ...good, [claim]: undefined })).toEqual(refusal);
    expect(parseSettlementClaims({ ...good, [claim]: null })).toEqual(refusal);
  },
);

test.each<[string, unknown]>([
  ['iss', {}],
  ['jti', ''],
  ['jti', 'a b'],
  ['jti', 'x'.repeat(201)],
  ['trackingId', 'other'],
  ['trackingId', good.trackingId.toUpperCase().replace('0', 'F')],
  ['status', 'PAID'],
  ['amount', '87.001'],
  ['amount', '-87.00'],
  ['amount', true],
  ['currency', 'eur'],
  ['currency', 978],
  ['reference', 'with\nline'],
])('a settlement whose %s is %j is refused [PAY-05]', (claim, value) => {
  expect(parseSettlementClaims({ ...good, [claim]: value })).toEqual({
    ok: false,
    code: 'CLAIM_INVALID',
    attrs: { claim },
  });
});

test('whatever is in a signed token, reading it never throws [PAY-05]', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(good)), fc.anything()), (claims) => {
      expect(typeof parseSettlementClaims({ ...good, ...claims }).ok).toBe('boolean');
    }),
  );
});
