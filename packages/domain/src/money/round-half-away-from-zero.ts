/**
 * The fraction numerator / denominator as a whole number, halves away from zero, without binary fractions. The only rounding of money, done
 * once per line. Throws on a zero denominator or fractions as input.
 */
export function roundHalfAwayFromZero(numerator: number | bigint, denominator: number | bigint): number {
  const over = BigInt(numerator);
  const under = BigInt(denominator);
  if (under === 0n) throw new RangeError('A fraction needs a denominator other than zero');
  const isNegative = over < 0n !== under < 0n;
  const [top, bottom] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const rounded = Number((2n * top + bottom) / (2n * bottom));
  if (!Number.isSafeInteger(rounded)) throw new RangeError('The rounded amount is too large to be exact');
  return isNegative && rounded !== 0 ? -rounded : rounded;
}
