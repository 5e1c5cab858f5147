import { correctionOf } from './galois-field.ts';
import type { Version } from './versions.ts';

const BYTE_MODE = 0b0100;

/** The codewords of a code in the order that they are drawn in: the blocks' data by turns, then their correction. ISO 18004 §7.4–7.6. */
export function encodeData(bytes: Uint8Array, version: Version): number[] {
  const blocks = splitIntoBlocks(dataCodewords(bytes, version), version);
  const corrections = blocks.map((block) => correctionOf(block, version.correctionCodewords));
  return [...byTurns(blocks), ...byTurns(corrections)];
}

function dataCodewords(bytes: Uint8Array, { dataCodewords: capacity, lengthBits }: Version): number[] {
  const bits: number[] = [];
  const append = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  append(BYTE_MODE, 4);
  append(bytes.length, lengthBits);
  for (const byte of bytes) append(byte, 8);
  // Up to four bits say that the text is over, then the codeword is filled up.
  append(0, Math.min(4, 8 * capacity - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  const codewords = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((value, bit) => 2 * value + bit, 0),
  );
  while (codewords.length < capacity) codewords.push(0xec, 0x11);
  return codewords.slice(0, capacity);
}

/** As even as it goes: the last blocks are one codeword longer. */
function splitIntoBlocks(data: number[], { blocks }: Version): number[][] {
  const short = Math.floor(data.length / blocks);
  const longFrom = blocks - (data.length % blocks);
  let used = 0;
  return Array.from({ length: blocks }, (_, block) => {
    const length = short + (block >= longFrom ? 1 : 0);
    used += length;
    return data.slice(used - length, used);
  });
}

function byTurns(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => block.slice(at, at + 1))).flat();
}
