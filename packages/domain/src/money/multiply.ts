/** An exact product. Throws when the count isn't whole or the result isn't a safe integer. */
export function multiply(amountMinor: number, count: number): number {
  const product = amountMinor * count;
  if (!Number.isSafeInteger(amountMinor) || !Number.isSafeInteger(count) || !Number.isSafeInteger(product)) {
    throw new RangeError(`Not an amount that can be multiplied exactly: ${amountMinor} × ${count}`);
  }
  return product === 0 ? 0 : product;
}
