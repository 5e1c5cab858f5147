import { readItem, removeItem, writeItem } from '../../../lib/store/storage.ts';

const ITEM = 'postern.changePayment';

/**
 * A payment for a change of an order, of this tab, whose end isn't known yet: for a reload, or the way back from the bank or the partner.
 * Never a card.
 */
export type ChangePayment = {
  bundleId: string;
  trackingId: string;
  /** The page from which it is paid, where the partner's page leads back to another one. */
  backTo?: string;
};

export const keepPayment = (payment: ChangePayment): void => writeItem('session', ITEM, JSON.stringify(payment));
export const forgetPayment = (): void => removeItem('session', ITEM);

export function keptPayment(bundleId: string): ChangePayment | null {
  const kept = readKept();
  return kept?.bundleId === bundleId ? kept : null;
}

/** Where to go back to from the partner's page: from its settlement of that payment, or from a page that was left without one. */
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
