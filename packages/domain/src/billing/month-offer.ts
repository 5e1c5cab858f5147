import { allowed, refused, type Refusal, type Verdict } from '../verdict/index.ts';
import { type ChangeFacts, type ChangeRefusal, refuseByState } from './change.ts';
import type { Subscription } from './subscription.ts';

type MonthRefusal = ChangeRefusal | Refusal<'PURCHASE_CLOSED', Record<string, unknown>>;

/**
 * Whether an order may be offered one month free: only while a purchase could still take it, which is the one that ends its trial.
 * Rule C-07.
 */
export function offerMonth(
  subscription: Pick<Subscription, 'kind' | 'isCancelled'>,
  facts: Pick<ChangeFacts, 'remainingDays'>,
): Verdict<MonthRefusal> {
  if (subscription.kind !== 'trial') return refused('PURCHASE_CLOSED', {});
  return refuseByState(subscription, facts) ?? allowed;
}
