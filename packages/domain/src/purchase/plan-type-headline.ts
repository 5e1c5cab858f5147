/** The plan's type for the success headline, in capitals that don't depend on the reader's language. Spec 1 §2. */
export function planTypeHeadline(planType: string): string {
  return planType.replaceAll('_', ' ').toUpperCase();
}
