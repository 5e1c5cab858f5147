/** The three steps of a purchase by their index: what, to whom, how it is paid. Spec 1 §4. */
export const PURCHASE_STEPS = [0, 1, 2] as const;

export type PurchaseStep = (typeof PURCHASE_STEPS)[number];

export type StepState = 'completed' | 'inProgress' | 'untouched';

/** How a step of the progress bar looks while another is current. Spec 1 §4. */
export function stepState(step: PurchaseStep, current: PurchaseStep): StepState {
  if (step === current) return 'inProgress';
  return step < current ? 'completed' : 'untouched';
}

/** One step on; the last one stays. */
export function nextStep(current: PurchaseStep): PurchaseStep {
  return current === 0 ? 1 : 2;
}

/** One step back; null on the first, which has no back button. Spec 1 §2. */
export function previousStep(current: PurchaseStep): PurchaseStep | null {
  if (current === 0) return null;
  return current === 2 ? 1 : 0;
}
