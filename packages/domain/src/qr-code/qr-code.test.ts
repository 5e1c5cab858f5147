import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeQrCode } from './index.ts';

const OTPAUTH =
  'otpauth://totp/Harbour%20Mail:anna%40shop.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Harbour%20Mail&algorithm=SHA1&digits=6&period=30';

/** As another encoder (node-qrcode 1.5.4) draws them: each row as a number in base 36. */
const LETTER_A = `
  18nsv my4h wswt ws4d wpjx muyp 18prz 4qo my8e qpix 85eo f17u 1179b 4xx 18of2 mukn wql8 wq20 wq0r mvag 18ppi`;
const OTPAUTH_CODE = `
  5i2k0wdqwv 2tiw8bdt1d 41m5qjskt9 41opckqjq5 41nqmes0nx 2u2kzgqc75 5iicojrr7j i475thxc 44etrkp6yk 23g6qezhf4 42a3gs1n47
  51z3brcttd 1vqhxi0aww 2myra9rxea 13vlm3k64r 1txjn8h58y 2f4mmt238u 3kv2s7znia 24m5atmh7v 48xk5qsy2b 5c4k8yg2p0
  3zjkqxcaqv 459tq7v7cn vp1ujscgg 1mabv9g6dz 1x0dt7g1zw 56xw6pryez 1bzpa24zvm 1dp9z7v6sh 35hus32bn0 33bfzubr3f
  32lzsqhfu8 3y1t0dhwe6 2lshhgovuw 4tl5rnn42j 5e0nwoj5w0 1yx0ea235p 2z6n65czhn 1jjumz77x7 2g7obnyr3v 4wax5rk0sf qnxqc3ku
  5iddt6qyxf 2twf2pycy9 41l3cwnugh 41jsbd7jzp 41r61375gg 2tjeznvmuh 5ihoyvntzb`;

const rowsOf = (code: boolean[][] | null) =>
  (code ?? []).map((cells) => BigInt(`0b${cells.map(Number).join('')}`).toString(36));

test.each([
  ['the smallest', 'a', 21, LETTER_A],
  ['one of several blocks, with its version in it,', OTPAUTH, 49, OTPAUTH_CODE],
])('%s is drawn module by module as another encoder draws it [MBX-08]', (_, text, size, code) => {
  const rows = rowsOf(encodeQrCode(text));
  expect(rows).toHaveLength(size);
  expect(rows).toEqual(code.trim().split(/\s+/));
});

test.each([
  [14, 21],
  [15, 25],
  [213, 57],
  [214, 61],
  [666, 97],
  [667, 101],
  [2331, 177],
])('a text of %i bytes takes a code of %i modules a side [MBX-08]', (bytes, size) => {
  expect(encodeQrCode('x'.repeat(bytes))).toHaveLength(size);
});

test('what no code holds gives none [MBX-08]', () => {
  expect(encodeQrCode('x'.repeat(2332))).toBeNull();
  expect(encodeQrCode('é'.repeat(1166))).toBeNull();
});

test('every code is a square with its three finders [MBX-08]', () => {
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const code = encodeQrCode(text) ?? [];
      const rows = code.map((cells) => cells.map(Number).join(''));
      expect(rows.every((row) => row.length === rows.length)).toBe(true);
      expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
      expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
      expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    }),
  );
});
