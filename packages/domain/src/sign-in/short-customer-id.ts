/** Digits and capitals that are hard to confuse: without I, L, O and U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SIGN_COUNT = 8;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The customer id as people read and type it, such as `7K2-M9Q-XW4`: the last 40 bits of the id, and a check character. It only tells
 * customers with the same email address apart, so 40 bits are plenty. Spec 1 §2, Login screen.
 */
export function shortCustomerId(customerId: string): string {
  const bits = BigInt(`0x${customerId.replaceAll('-', '').slice(-10)}`);
  const values = Array.from({ length: SIGN_COUNT }, (_, at) =>
    Number((bits >> BigInt(5 * (SIGN_COUNT - 1 - at))) & 31n),
  );
  const signs = [...values, times2(remainder(values))].map((value) => SIGNS[value]).join('');
  return `${signs.slice(0, 3)}-${signs.slice(3, 6)}-${signs.slice(6)}`;
}

/** Whether a text can be a customer id: a short one with a right check character, or a whole one, as earlier mails showed it. */
export const isCustomerId = (text: string): boolean => UUID.test(text.trim()) || readSigns(text) !== null;

/** Whether a typed text is the id of this customer. */
export function namesCustomer(text: string, customerId: string): boolean {
  if (text.trim().toLowerCase() === customerId.toLowerCase()) return true;
  const signs = readSigns(text);
  return signs !== null && signs === readSigns(shortCustomerId(customerId));
}

/** The last ten hexadecimal digits of the customer id behind a short one; null if the text isn't a short id. */
export function endOfCustomerId(text: string): string | null {
  const signs = readSigns(text);
  if (signs === null) return null;
  const bits = [...signs.slice(0, SIGN_COUNT)].reduce((sum, sign) => sum * 32n + BigInt(SIGNS.indexOf(sign)), 0n);
  return bits.toString(16).padStart(10, '0');
}

/** The nine characters of a short id, without separators; null if there aren't nine or the check fails. */
function readSigns(text: string): string | null {
  const typed = text.slice(0, 64).toUpperCase().replaceAll(/[\s-]/g, '');
  const signs = typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const values = [...signs].map((sign) => SIGNS.indexOf(sign));
  return values.length === SIGN_COUNT + 1 && !values.includes(-1) && remainder(values) === 0 ? signs : null;
}

/**
 * The checksum of the characters in the field of 32 elements; 0 if right. Each position has its own weight, so one wrong character, or any
 * two swapped, never give 0.
 */
const remainder = (values: readonly number[]): number => values.reduce((rest, value) => times2(rest) ^ value, 0);

/** Modulo x⁵ + x² + 1, of which x generates all 31 elements but 0. */
const times2 = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 5 : 0);
