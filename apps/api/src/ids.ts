import { createHash, randomFillSync } from 'node:crypto';

const format = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** A UUID version 7 (RFC 9562): ordered by time, so that new rows lie at the end of their index. */
export function newId(now: Date): string {
  const bytes = randomFillSync(new Uint8Array(16));
  const millis = now.getTime();
  new DataView(bytes.buffer).setUint32(0, Math.floor(millis / 65_536));
  new DataView(bytes.buffer).setUint16(4, millis % 65_536);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return format(bytes);
}

/** The same id for the same words: what a repeated request would create is found instead (UUID version 8). */
export function derivedId(...words: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return format(bytes);
}
