import { accepted, type Outcome, type Refusal, refused } from '../verdict/index.ts';

export type FontFileRefusal =
  | Refusal<'FONT_NOT_WOFF2', Record<never, never>>
  | Refusal<'FONT_TOO_LARGE', { maximumBytes: number }>;

/** Limited, because every first visit loads it. */
const FONT_MAXIMUM_BYTES = 500_000;

/** The parts of a WOFF2 file that are read here. https://www.w3.org/TR/WOFF2/#woff20Header */
const SIGNATURE = 0x77_4f_46_32;
const LENGTH_AT = 8;
const TABLES_AT = 12;
const HEADER_BYTES = 48;
const TAG_OF_ITS_OWN = 63;
const FVAR = 47;
const [GLYF, LOCA] = [10, 11];

/** Reads from a WOFF2 file whether it is a variable font, which has all its weights in one file. */
export function readFontFile(bytes: Uint8Array): Outcome<{ isVariable: boolean }, FontFileRefusal> {
  if (bytes.length > FONT_MAXIMUM_BYTES) return refused('FONT_TOO_LARGE', { maximumBytes: FONT_MAXIMUM_BYTES });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    bytes.length > HEADER_BYTES && view.getUint32(0) === SIGNATURE && view.getUint32(LENGTH_AT) === bytes.length;
  const tables = isWhole ? listTables(view, view.getUint16(TABLES_AT)) : null;
  return tables === null ? refused('FONT_NOT_WOFF2', {}) : accepted({ isVariable: tables.includes(FVAR) });
}

/** The numbers of the tables, as the directory has them; null if it ends too early. */
function listTables(view: DataView, count: number): number[] | null {
  const tables: number[] = [];
  let at = HEADER_BYTES;
  /** Skips a number of one to five bytes; all but the last have their highest bit set. */
  const skipNumber = () => {
    while (view.getUint8(at) >= 0x80) at += 1;
    at += 1;
  };
  try {
    while (tables.length < count) {
      const flags = view.getUint8(at);
      const table = flags & 0x3f;
      at += table === TAG_OF_ITS_OWN ? 5 : 1;
      skipNumber();
      // A transformed table has a second length. Version 3 means untransformed for glyf and loca, version 0 for every other table.
      const unchanged = table === GLYF || table === LOCA ? 3 : 0;
      if (flags >> 6 !== unchanged) skipNumber();
      tables.push(table);
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return tables;
}
