import type { Queryable } from '../../db/client.ts';
import { fitMailboxesToPlan } from '../mailboxes/public.ts';
import { findPlan } from '../plans/public.ts';
import type { BilledOrder } from '../subscriptions/public.ts';

/** Sets the storage of mailboxes to the sum of their plan's and their pieces'. */
export async function fitMailboxes(
  tx: Queryable,
  { order }: BilledOrder,
  planId: number,
  mailboxIds: readonly string[],
): Promise<void> {
  const plan = mailboxIds.length === 0 ? null : await findPlan(tx, planId);
  if (plan !== null) await fitMailboxesToPlan(tx, order, plan, mailboxIds);
}
