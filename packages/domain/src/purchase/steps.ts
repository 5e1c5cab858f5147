/** The three steps of a purchase by their index: plan, details, payment. Spec 1 §4. */
export const PURCHASE_STEPS = [0, 1, 2] as const;

export type PurchaseStep = (typeof PURCHASE_STEPS)[number];

/** One step back; null on the first, which has no back button. Spec 1 §2. */
export function previousStep(current: PurchaseStep): PurchaseStep | null {
  if (current === 0) return null;
  return current === 2 ? 1 : 0;
}
