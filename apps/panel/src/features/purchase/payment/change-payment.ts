import { readItem, removeItem, writeItem } from '../../../lib/store/storage.ts';

const ITEM = 'postern.changePayment';

/**
 * This tab's payment for a change of an order whose outcome isn't known yet, kept for a reload or the way back from the bank or the
 * partner. It never holds card data.
 */
export type ChangePayment = {
  bundleId: string;
  trackingId: string;
  /** The page from which it is paid, if the partner's page leads back to a different one. */
  backTo?: string;
};

export const keepPayment = (payment: ChangePayment): void => writeItem('session', ITEM, JSON.stringify(payment));
export const forgetPayment = (): void => removeItem('session', ITEM);

export function keptPayment(bundleId: string): ChangePayment | null {
  const kept = readKept();
  return kept?.bundleId === bundleId ? kept : null;
}

/** Where to return to from the partner's page, whether it sent a settlement of that payment or the page was left without one. */
export function pageOfPayment(settledId: string | null): string | null {
  const { trackingId, backTo = null } = readKept() ?? {};
  return settledId === null || settledId === trackingId ? backTo : null;
}

function readKept(): ChangePayment | null {
  try {
    return JSON.parse(readItem('session', ITEM) ?? 'null') as ChangePayment | null;
  } catch {
    return null;
  }
}
