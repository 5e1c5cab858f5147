import type { Brand } from '../partners/index.ts';
import { OWNERSHIP_PROOF_DAYS } from './limits.ts';

const DAY_MILLIS = 24 * 3_600_000;

/**
 * Whether ownership must be proven: in the small-business brand, and where the partner demands it. Elsewhere it counts as verified. Spec 2
 * §4.
 */
export const countsOwnership = (brand: Brand, flags: { enableDNSVerification: boolean }): boolean =>
  brand === 'neo' || flags.enableDNSVerification;

/** Until when ownership must be proven for an order on trial; null for any other. In milliseconds since 1970. Spec 2 §9. */
export const ownershipDeadlineMillis = (order: { createdAtMillis: number; isTrial: boolean }): number | null =>
  order.isTrial ? order.createdAtMillis + OWNERSHIP_PROOF_DAYS * DAY_MILLIS : null;

/**
 * Whether an order must be cancelled because its ownership isn't proven: from the deadline on, or a day later while lookups fail, as silence
 * proves nothing (ADR 18).
 */
export function isOwnershipOverdue(deadlineMillis: number, nowMillis: number, isAnswered: boolean): boolean {
  return nowMillis >= deadlineMillis + (isAnswered ? 0 : DAY_MILLIS);
}
