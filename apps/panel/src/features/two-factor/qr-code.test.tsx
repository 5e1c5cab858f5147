import { renderDrawn } from '@postern/ui/testing/render-drawn';
import { expect, test } from 'vitest';
import { qrPicture, readQr } from '../../testing/qr-picture.ts';
import { QrCode } from './qr-code.tsx';

const OTPAUTH =
  'otpauth://totp/Harbour%20Mail:anna%40shop.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Harbour%20Mail&algorithm=SHA1&digits=6&period=30';
async function draw(text: string): Promise<SVGSVGElement | null> {
  const { container } = await renderDrawn(<QrCode text={text} label="Code" />);
  return container.querySelector('svg');
}

test.each([
  ['a link to an app for codes', OTPAUTH],
  ['a single letter', 'a'],
  ['letters of any script', 'Łódź 東京 ü'],
  ['the longest text that fits', 'x'.repeat(2331)],
])('%s is read from the screen as it was [MBX-08]', async (_, text) => {
  const svg = await draw(text);
  expect(svg && readQr(svg)).toBe(text);
});

test('a text that no code holds shows none [MBX-08]', async () => {
  expect(await draw('x'.repeat(2332))).toBeNull();
  expect(await draw('é'.repeat(1166))).toBeNull();
});

test('around a code there are four light modules on each side [MBX-08]', async () => {
  const svg = await draw('a');
  const image = svg && qrPicture(svg);
  const dark = [...(image?.data ?? [])].flatMap((value, at) => (at % 4 === 0 && value === 0 ? [at / 4] : []));
  const width = image?.width ?? 0;
  const [columns, rows] = [dark.map((at) => at % width), dark.map((at) => Math.floor(at / width))];
  const quiet = 4 * ((image?.width ?? 0) / (svg?.viewBox.baseVal.width ?? 1));
  for (const places of [columns, rows]) {
    expect(Math.min(...places)).toBe(quiet);
    expect(Math.max(...places)).toBe(width - quiet - 1);
  }
});
