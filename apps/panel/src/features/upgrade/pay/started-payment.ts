import { readItem, removeItem, writeItem } from '../../../lib/store/storage.ts';

const ITEM = 'postern.changePayment';

/** A payment of this tab whose end isn't known yet, for a reload or the way back from the bank. Never a card. */
export type StartedPayment = { bundleId: string; trackingId: string };

export const keepPayment = (payment: StartedPayment): void => writeItem('session', ITEM, JSON.stringify(payment));
export const forgetPayment = (): void => removeItem('session', ITEM);

export function keptPayment(bundleId: string): StartedPayment | null {
  try {
    const kept = JSON.parse(readItem('session', ITEM) ?? 'null') as StartedPayment | null;
    return kept?.bundleId === bundleId ? kept : null;
  } catch {
    return null;
  }
}
