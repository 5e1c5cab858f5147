/** The plan's type as the success headline writes it; capitals that don't depend on the reader's language. Spec 1 §2. */
export function planTypeHeadline(planType: string): string {
  return planType.replaceAll('_', ' ').toUpperCase();
}
