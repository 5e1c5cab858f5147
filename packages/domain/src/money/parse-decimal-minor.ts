const MAXIMUM_MINOR = 1e15;

/** A number farther than this from two decimals wasn't meant as an amount; a nearer one only has the noise of binary fractions. */
const NOISE = 1e-8;

/** An amount with at most two decimals in minor units, or null for anything else. Takes `12`, `'12.5'`, `-3.05`. */
export function parseDecimalMinor(amount: number | string): number | null {
  const text = typeof amount === 'number' ? fromNumber(amount) : amount;
  if (text === null || text.length > 20) return null;
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const minor = Number(`${match[2]}${(match[3] ?? '').padEnd(2, '0')}`);
  if (minor > MAXIMUM_MINOR) return null;
  return match[1] === '-' && minor !== 0 ? -minor : minor;
}

function fromNumber(amount: number): string | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > MAXIMUM_MINOR) return null;
  // toFixed works on the exact binary value, so the nearest double of 19.99 gives 19.99 back.
  const text = amount.toFixed(2);
  return Math.abs(Number(text) - amount) < NOISE ? text : null;
}
