/** How long one payment lasts. Spec 1 §9. */
export const BILLING_CYCLES = ['monthly', 'quarterly', 'semesterly', 'yearly', 'two_yearly', 'four_yearly'] as const;

export type BillingCycle = (typeof BILLING_CYCLES)[number];

/** Months of a cycle. Spec 1 §9. */
export const CYCLE_MONTHS: Readonly<Record<BillingCycle, number>> = {
  monthly: 1,
  quarterly: 3,
  semesterly: 6,
  yearly: 12,
  two_yearly: 24,
  four_yearly: 48,
};

/** Yearly, quarterly, monthly first, as specified; then the others from short to long. Spec 1 §9. */
const PICKER_ORDER: readonly BillingCycle[] = [
  'yearly',
  'quarterly',
  'monthly',
  'semesterly',
  'two_yearly',
  'four_yearly',
];

/** The cycle when nothing says which. Spec 1 §9. */
export const DEFAULT_CYCLE: BillingCycle = 'yearly';

/** The cycles of a plan that lists none. Spec 1 §9. */
export const DEFAULT_CYCLES: readonly BillingCycle[] = ['monthly', 'yearly'];

export function isBillingCycle(value: string): value is BillingCycle {
  return (BILLING_CYCLES as readonly string[]).includes(value);
}

/** The cycles in the picker's order, each once. */
export function inPickerOrder(cycles: Iterable<BillingCycle>): BillingCycle[] {
  const given = new Set(cycles);
  return PICKER_ORDER.filter((cycle) => given.has(cycle));
}
