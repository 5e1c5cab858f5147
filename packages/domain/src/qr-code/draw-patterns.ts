import { alignmentCentres, type Version } from './versions.ts';

/** Rows of modules: true is dark, null is not drawn yet. */
export type Grid = (boolean | null)[][];

/** A grid with what every code of this size has; the format's places are taken, and still light. ISO 18004 §6.3. */
export function drawPatterns(version: Version): Grid {
  const { size } = version;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => null));
  drawFinders(grid, size);
  drawAlignments(grid, version);
  for (let at = 8; at < size - 8; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  drawFormat(grid, 0);
  if (version.version >= 7) drawVersion(grid, version);
  return grid;
}

function set(grid: Grid, row: number, column: number, isDark: boolean): void {
  const cells = grid[row];
  if (cells && column >= 0 && column < cells.length) cells[column] = isDark;
}

function drawFinders(grid: Grid, size: number): void {
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    // With the light line around it, which falls off the grid on two sides.
    drawRings(grid, row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
}

function drawAlignments(grid: Grid, version: Version): void {
  const centres = alignmentCentres(version);
  const last = centres.length - 1;
  centres.forEach((row, down) => {
    centres.forEach((column, across) => {
      const isFinder = (down === 0 && (across === 0 || across === last)) || (down === last && across === 0);
      if (!isFinder) drawRings(grid, row, column, 2, (ring) => ring !== 1);
    });
  });
}

function drawRings(grid: Grid, row: number, column: number, radius: number, isDark: (ring: number) => boolean): void {
  for (let down = -radius; down <= radius; down += 1)
    for (let across = -radius; across <= radius; across += 1)
      set(grid, row + down, column + across, isDark(Math.max(Math.abs(down), Math.abs(across))));
}

/** Which mask was taken, twice, and that the correction level is M (00). ISO 18004 §7.9. */
export function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = ((mask << 10) | remainderOf(mask << 10, 0x537, 10)) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const [row, column] = FORMAT_PLACES[bit] ?? [0, 0];
    set(grid, row, column, isDark);
    if (bit < 8) set(grid, 8, size - 1 - bit, isDark);
    else set(grid, size - 15 + bit, 8, isDark);
  }
  set(grid, size - 8, 8, true);
}

/** Around the first finder, from the lowest bit up. */
const FORMAT_PLACES: readonly (readonly [row: number, column: number])[] = [
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8] as const),
  ...[7, 5, 4, 3, 2, 1, 0].map((column) => [8, column] as const),
];

/** Of the larger codes, twice. ISO 18004 §7.10. */
function drawVersion(grid: Grid, { version, size }: Version): void {
  const bits = (version << 12) | remainderOf(version << 12, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >>> bit) & 1) === 1;
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(grid, near, far, isDark);
    set(grid, far, near, isDark);
  }
}

/** Of a division of polynomials over two elements: the check bits of format and version. */
function remainderOf(value: number, generator: number, degree: number): number {
  let rest = value;
  for (let bit = 31 - Math.clz32(rest); rest !== 0 && bit >= degree; bit = 31 - Math.clz32(rest))
    rest ^= generator << (bit - degree);
  return rest;
}
