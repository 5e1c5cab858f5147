/** How many accounts a purchase may have. Spec 1 §5, Counter. */
export const PURCHASE_COUNTER = { minimum: 1, maximum: 9999 } as const;

/** What a typed count becomes: raised to the minimum, capped at the maximum; what is no number is the minimum. Spec 1 §5. */
export function clampCounter(
  value: number,
  minimum: number = PURCHASE_COUNTER.minimum,
  maximum: number = PURCHASE_COUNTER.maximum,
): number {
  if (Number.isNaN(value)) return minimum;
  return Math.trunc(Math.max(minimum, Math.min(maximum, value)));
}
