/** Of the codes of correction level M, by version less one: codewords of correction in a block, and blocks. ISO 18004, table 9. */
const CORRECTION_A_BLOCK = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
  37, 38, 40, 43, 45, 47, 49,
];

/** The sizes a code may have: 21 modules a side, and 4 more with each version. */
const LARGEST_VERSION = CORRECTION_A_BLOCK.length;

export type Version = {
  version: number;
  /** Modules a side. */
  size: number;
  blocks: number;
  /** In each block. */
  correctionCodewords: number;
  /** Of the whole code, correction included. */
  codewords: number;
  /** Of the whole code, for the text and what says how long it is. */
  dataCodewords: number;
  /** Bits that say how long the text is. */
  lengthBits: number;
};

function describeVersion(version: number): Version {
  const correctionCodewords = CORRECTION_A_BLOCK[version - 1] ?? 0;
  const blocks = BLOCKS[version - 1] ?? 0;
  const codewords = Math.floor(modulesForData(version) / 8);
  return {
    version,
    size: 17 + 4 * version,
    blocks,
    correctionCodewords,
    codewords,
    dataCodewords: codewords - blocks * correctionCodewords,
    lengthBits: version < 10 ? 8 : 16,
  };
}

/** Modules that are none of the finders, timing lines, alignment patterns, format or version. ISO 18004, table 1. */
function modulesForData(version: number): number {
  const all = (16 * version + 128) * version + 64;
  if (version < 2) return all;
  const alignments = Math.floor(version / 7) + 2;
  return all - ((25 * alignments - 10) * alignments - 55) - (version < 7 ? 0 : 36);
}

/** The smallest code that holds so many bytes; null when none does. */
export function versionFor(bytes: number): Version | null {
  for (let version = 1; version <= LARGEST_VERSION; version += 1) {
    const found = describeVersion(version);
    if (4 + found.lengthBits + 8 * bytes <= 8 * found.dataCodewords) return found;
  }
  return null;
}

/** The rows and columns whose crossings hold an alignment pattern, except where the finders are. ISO 18004, annex E. */
export function alignmentCentres({ version, size }: Version): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - step * at).reverse()];
}
