import { createHash, randomFillSync } from 'node:crypto';

const format = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const RANDOM = Buffer.alloc(4096);
let usedRandom = RANDOM.length;

/** Sixteen random bytes, fetched from the system in bulk, as every call of the panel needs an id. */
function sixteenRandomBytes(): Uint8Array {
  if (usedRandom === RANDOM.length) {
    randomFillSync(RANDOM);
    usedRandom = 0;
  }
  usedRandom += 16;
  return RANDOM.subarray(usedRandom - 16, usedRandom);
}

/** A UUID version 7 (RFC 9562): ordered by time, so that new rows go to the end of their index. */
export function newId(now: Date): string {
  const bytes = sixteenRandomBytes();
  const millis = now.getTime();
  for (let at = 5, rest = millis; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return format(bytes);
}

/** When an id of `newId` was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** The id of a request, for the log. Nothing depends on its time, so this one takes the machine's. */
export const newRequestId = (): string => newId(new Date());

/** The same id for the same words, so that a repeated request finds what it would create (UUID version 8). */
export function derivedId(...words: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(words)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return format(bytes);
}
