import { accepted, refused } from '../verdict/index.ts';
import { type ChangeFacts, type ChangeOutcome, MOST_ACCOUNTS, refuseByState } from './change.ts';
import { ACCOUNTS, chargeLine, paidLineOf } from './line.ts';
import { priceInForce } from './price-in-force.ts';
import type { Subscription } from './subscription.ts';

/**
 * More accounts: each at the price in force for the days that are left. Expiry and cycle stay. Free plans and trials give more places at once
 * and charge nothing.
 * Rules C-03, C-04.
 */
export function buyAccounts(subscription: Subscription, more: number, facts: ChangeFacts): ChangeOutcome {
  const refusal = refuseByState(subscription, facts);
  if (refusal) return refusal;
  const noOfAccounts = subscription.noOfAccounts + more;
  if (!Number.isInteger(more) || more < 1 || noOfAccounts > MOST_ACCOUNTS)
    return refused('VALIDATION_FAILED', {
      field: 'noOfAccounts',
      least: 1,
      most: MOST_ACCOUNTS - subscription.noOfAccounts,
    });
  const { scheduled } = subscription;
  const after = {
    ...subscription,
    noOfAccounts,
    // An earlier choice for the renewal doesn't give up what was bought just now.
    scheduled: scheduled && { ...scheduled, noOfAccounts: scheduled.noOfAccounts + more },
  };
  if (subscription.kind !== 'paid' || subscription.period === null)
    return accepted({ effective: 'now', lines: [], after });
  const line = chargeLine({
    subject: ACCOUNTS,
    quantity: more,
    unitMinor: priceInForce(subscription, facts.today),
    period: subscription.period,
    from: facts.today,
    taxes: facts.taxes,
    discount: { of: subscription.discount, on: facts.today },
  });
  return accepted({
    effective: 'now',
    lines: [line],
    after: { ...after, paid: [...subscription.paid, ...paidLineOf(line)] },
  });
}
