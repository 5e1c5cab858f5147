import { chooseMask } from './choose-mask.ts';
import { drawPatterns, type Grid } from './draw-patterns.ts';
import { encodeData } from './encode-data.ts';
import { versionFor } from './versions.ts';

/** The light modules around a code, on each side, without which a reader doesn't find it. ISO 18004 §6.3.8. */
export const QUIET_ZONE_MODULES = 4;

/**
 * A text as a QR code: rows of modules, true is dark, without the quiet zone around it. Bytes of UTF-8, correction level M (a seventh
 * of it may be unreadable), the smallest size that fits. Null for what no code holds: more than 2331 bytes. ISO/IEC 18004.
 */
export function encodeQrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const patterns = drawPatterns(version);
  const isData = (row: number, column: number) => patterns[row]?.[column] === null;
  return chooseMask(drawData(patterns, encodeData(bytes, version)), isData);
}

/** Fills what is free with the codewords, two columns at a time, upwards and downwards by turns. ISO 18004 §7.7.3. */
function drawData(patterns: Grid, codewords: number[]): Grid {
  const grid = patterns.map((cells) => [...cells]);
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1, isUpwards = true; right >= 1; right -= 2, isUpwards = !isUpwards) {
    // The timing line's column is no part of any pair.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const cells = grid[isUpwards ? size - 1 - step : step];
      for (const column of [right, right - 1]) {
        if (cells?.[column] !== null) continue;
        // The few modules that are left over stay light.
        cells[column] = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
  return grid;
}
