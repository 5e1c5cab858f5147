import { renderDrawn } from '@postern/ui/testing/render-drawn';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { QrCode } from './qr-code.tsx';

const OTPAUTH =
  'otpauth://totp/Harbour%20Mail:anna%40shop.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Harbour%20Mail&algorithm=SHA1&digits=6&period=30';
const PIXELS_A_MODULE = 4;

/** The code as it is on the screen, in pixels. */
async function picture(text: string): Promise<ImageData | null> {
  const { container } = await renderDrawn(<QrCode text={text} label="Code" />);
  const svg = container.querySelector('svg');
  if (svg === null) return null;
  const side = svg.viewBox.baseVal.width * PIXELS_A_MODULE;
  const context = new OffscreenCanvas(side, side).getContext('2d');
  const bars = svg.querySelector('path')?.getAttribute('d');
  if (context === null || !bars) throw new Error('Nothing to draw.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.scale(PIXELS_A_MODULE, PIXELS_A_MODULE);
  context.fillStyle = 'black';
  context.fill(new Path2D(bars));
  return context.getImageData(0, 0, side, side);
}

test.each([
  ['a link to an app for codes', OTPAUTH],
  ['a single letter', 'a'],
  ['letters of any script', 'Łódź 東京 ü'],
  ['the longest text that fits', 'x'.repeat(2331)],
])('%s is read from the screen as it was [MBX-08]', async (_, text) => {
  const image = await picture(text);
  expect(image && decodeQR(image)).toBe(text);
});

test('a text that no code holds shows none [MBX-08]', async () => {
  expect(await picture('x'.repeat(2332))).toBeNull();
  expect(await picture('é'.repeat(1166))).toBeNull();
});

test('around a code there are four light modules on each side [MBX-08]', async () => {
  const image = await picture('a');
  const dark = [...(image?.data ?? [])].flatMap((value, at) => (at % 4 === 0 && value === 0 ? [at / 4] : []));
  const width = image?.width ?? 0;
  const [columns, rows] = [dark.map((at) => at % width), dark.map((at) => Math.floor(at / width))];
  const quiet = 4 * PIXELS_A_MODULE;
  for (const places of [columns, rows]) {
    expect(Math.min(...places)).toBe(quiet);
    expect(Math.max(...places)).toBe(width - quiet - 1);
  }
});
