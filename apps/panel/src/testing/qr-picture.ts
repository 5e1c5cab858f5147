import decodeQR from 'qr/decode.js';

const PIXELS_A_MODULE = 4;

/** A QR code as it is on the screen, in pixels. */
export function qrPicture(svg: SVGSVGElement): ImageData {
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

/** What a phone reads from it. */
export const readQr = (svg: SVGSVGElement): string => decodeQR(qrPicture(svg));
