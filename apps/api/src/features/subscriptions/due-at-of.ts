import { startOfDayMillis } from '@postern/domain/dates';
import { type DueWork, type LifeState, nextDueWork } from '@postern/domain/billing';
import type { BillingRow, OrderRow } from './order-repository.ts';

type Ordered = Pick<OrderRow, 'expiresAt' | 'autoRenew' | 'status'>;
type Life = Pick<
  BillingRow,
  | 'addOns'
  | 'cancelledAt'
  | 'isReminded'
  | 'failures'
  | 'isHardDecline'
  | 'stoppedAt'
  | 'deletionWarnings'
  | 'lateMillis'
>;

const MILLIS_A_DAY = 86_400_000;

/** Where an order is in its life; null for one that has no end, or is over. */
export function lifeOf({ expiresAt, autoRenew, status }: Ordered, billing: Life): LifeState | null {
  if (expiresAt === null || status === 'cancelled') return null;
  const { isReminded, failures, isHardDecline, stoppedAt, deletionWarnings, lateMillis } = billing;
  return {
    expiresAt: expiresAt.getTime(),
    renews: autoRenew && billing.cancelledAt === null,
    isReminded,
    failures,
    isHardDecline,
    stoppedAt: stoppedAt?.getTime() ?? null,
    deletionWarnings,
    lateMillis,
    // A trial ends at the same time of day as the order.
    addOnTrials: billing.addOns.flatMap(({ addOnId, trialUntil, isTrialReminded = false }) =>
      trialUntil === null
        ? []
        : [
            {
              addOnId,
              endsAt: startOfDayMillis(trialUntil) + (expiresAt.getTime() % MILLIS_A_DAY),
              isReminded: isTrialReminded,
            },
          ],
    ),
  };
}

/** What happens to an order automatically next, and when; null for an order that has no end, or is over. */
export function dueWorkOf(order: Ordered, billing: Life): DueWork | null {
  const life = lifeOf(order, billing);
  return life === null ? null : nextDueWork(life);
}

export function dueAtOf(order: Ordered, billing: Life): Date | null {
  const work = dueWorkOf(order, billing);
  return work === null ? null : new Date(work.at);
}
