const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_CODE_POINT = 128;
const LAST_CODE_POINT = 0x10ffff;

/** Decodes Punycode; null if it is invalid. RFC 3492 §6.2; the input is one label, so at most 59 characters. */
export function decodePunycode(text: string): string | null {
  const hyphen = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(0, hyphen))].map((character) => character.codePointAt(0) ?? 0);
  let place = hyphen + 1;
  let codePoint = INITIAL_CODE_POINT;
  let bias = INITIAL_BIAS;
  let insertAt = 0;
  while (place < text.length) {
    const before = insertAt;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = digitOf(text[place]);
      place += 1;
      if (digit === null) return null;
      insertAt += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = output.length + 1;
    bias = adapt(insertAt - before, count, before === 0);
    codePoint += Math.floor(insertAt / count);
    insertAt %= count;
    if (!Number.isSafeInteger(insertAt) || codePoint > LAST_CODE_POINT) return null;
    output.splice(insertAt, 0, codePoint);
    insertAt += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(character: string | undefined): number | null {
  if (character === undefined || !/^[a-z0-9]$/.test(character)) return null;
  return /\d/.test(character) ? Number(character) + 26 : character.charCodeAt(0) - 97;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let steps = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    steps += BASE;
  }
  return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
