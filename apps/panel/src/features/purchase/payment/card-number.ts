/** ISO/IEC 7812-1, annex B. */
export function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const TYPES: readonly [RegExp, string][] = [
  [/^3[47]/, 'amex'],
  [/^4/, 'visa'],
  [/^(5[1-5]|2[2-7])/, 'mastercard'],
  [/^(6011|65|64[4-9])/, 'discover'],
];

/** The card's brand by its first digits; null if unknown. */
export const cardTypeOf = (digits: string): string | null =>
  TYPES.find(([pattern]) => pattern.test(digits))?.[1] ?? null;

/** Grouped as on the card: 4 4 4 4, for American Express 4 6 5. */
export function groupCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const pattern = cardTypeOf(digits) === 'amex' ? /^(\d{0,4})(\d{0,6})(\d{0,5})/ : /(\d{4})(?=\d)/g;
  if (cardTypeOf(digits) !== 'amex') return digits.replaceAll(pattern as RegExp, '$1 ');
  const [, ...groups] = pattern.exec(digits) ?? [];
  return groups.filter(Boolean).join(' ');
}

/** Writes `0429` and `4/29` as `04 / 29`. A slash that was just deleted isn't added again. */
export function groupExpiry(text: string): string {
  const month = /^([2-9]|0[1-9]|1[0-2])\s*\/\s*(.*)$/.exec(text)?.[1];
  const digits =
    month?.length === 1 ? `0${digitsOf(text)}` : /^[2-9]/.test(digitsOf(text)) ? `0${digitsOf(text)}` : digitsOf(text);
  const [mm, yy] = [digits.slice(0, 2), yearDigits(digits.slice(2))];
  return yy === '' ? mm : `${mm} / ${yy}`;
}

/** Password managers fill four digits. */
const yearDigits = (digits: string): string =>
  /^20\d\d$/.test(digits) ? digits.slice(2) : digits.slice(0, digits.startsWith('20') ? 4 : 2);

/** Month and four-digit year; null when it isn't an expiry date. */
export function readExpiry(text: string): { expMonth: number; expYear: number } | null {
  const match = /^(\d{2}) ?\/ ?(\d{2}|20\d{2})$/.exec(text.trim());
  const expMonth = Number(match?.[1]);
  if (!match || expMonth < 1 || expMonth > 12) return null;
  return { expMonth, expYear: 2000 + (Number(match[2]) % 100) };
}

/** A card is valid until the end of its month, in every time zone. */
export const isCardExpired = (expiry: { expMonth: number; expYear: number }, nowMillis: number): boolean =>
  nowMillis >= Date.UTC(expiry.expYear, expiry.expMonth, 1) + HALF_A_DAY_MILLIS;
const HALF_A_DAY_MILLIS = 43_200_000;
