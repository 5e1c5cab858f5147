import { type DueWork, nextDueWork } from '@postern/domain/billing';
import type { BillingRow, OrderRow } from './order-repository.ts';

type Ordered = Pick<OrderRow, 'expiresAt' | 'autoRenew' | 'status'>;
type Life = Pick<
  BillingRow,
  'cancelledAt' | 'isReminded' | 'failures' | 'isHardDecline' | 'stoppedAt' | 'deletionWarnings'
>;

/** What happens to an order next by itself, and when; null for one that has no end, or is over. */
export function dueWorkOf({ expiresAt, autoRenew, status }: Ordered, billing: Life): DueWork | null {
  if (expiresAt === null || status === 'cancelled') return null;
  const { isReminded, failures, isHardDecline, stoppedAt, deletionWarnings } = billing;
  return nextDueWork({
    expiresAt: expiresAt.getTime(),
    renews: autoRenew && billing.cancelledAt === null,
    isReminded,
    failures,
    isHardDecline,
    stoppedAt: stoppedAt?.getTime() ?? null,
    deletionWarnings,
  });
}

export function dueAtOf(order: Ordered, billing: Life): Date | null {
  const work = dueWorkOf(order, billing);
  return work === null ? null : new Date(work.at);
}
