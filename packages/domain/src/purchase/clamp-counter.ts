/** How many accounts a purchase may have. Spec 1 §5, Counter. */
export const PURCHASE_COUNTER = { minimum: 1, maximum: 9999 } as const;

/** A typed count, raised to the minimum and capped at the maximum; anything but a number becomes the minimum. Spec 1 §5. */
export function clampCounter(
  value: number,
  minimum: number = PURCHASE_COUNTER.minimum,
  maximum: number = PURCHASE_COUNTER.maximum,
): number {
  if (Number.isNaN(value)) return minimum;
  return Math.trunc(Math.max(minimum, Math.min(maximum, value)));
}
