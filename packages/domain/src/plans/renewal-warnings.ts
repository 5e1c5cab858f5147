import type { Brand } from '../partners/index.ts';
import type { PlanKind } from './plan.ts';

/** Warnings show when fewer days than this remain. Spec 1 §9. */
const RENEWAL_WARNING_DAYS = 7;

/** The small-business brand shows payment reminders within this many days of expiry. Spec 1 §6. */
const PAYMENT_REMINDER_DAYS = 30;

/**
 * Whether a renewal warning is due. Spec 1 §9.
 * @billing S-02
 */
export function showsRenewalWarning(remainingDays: number | null): boolean {
  return remainingDays !== null && remainingDays < RENEWAL_WARNING_DAYS;
}

/**
 * Whether the remaining days show at all: always on a trial, else with the warning. Spec 1 §9.
 * @billing S-03
 */
export function showsRemainingDays(kind: PlanKind, remainingDays: number | null): boolean {
  return remainingDays !== null && (kind === 'trial' || showsRenewalWarning(remainingDays));
}

/**
 * Whether a payment reminder may show: in the small-business brand only within 30 days of expiry. Spec 2 §4.
 * @billing S-04
 */
export function showsPaymentReminder(brand: Brand, remainingDays: number | null): boolean {
  if (remainingDays === null) return false;
  return brand === 'general' || remainingDays <= PAYMENT_REMINDER_DAYS;
}
