import type { OwnedAddOn } from '@postern/contract/subscriptions';
import type { AddOnTerms } from '@postern/domain/billing';
import { mayChangeBilling } from '@postern/domain/plans';
import type { Queryable } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { type BilledOrder, listPieces, lockBilledOrders, toOwnedAddOn } from '../subscriptions/public.ts';

/** Finds an add-on of the session's domain, and locks its order until the transaction ends. Needs the system role. */
export async function lockOwnedAddOn(
  tx: Queryable,
  { actor }: Pick<SessionContext, 'actor'>,
  addOnId: string,
): Promise<{ billed: BilledOrder; terms: AddOnTerms }> {
  if (!mayChangeBilling(actor.role)) throw new PanelError('NOT_AUTHORIZED', { reason: 'ASK_YOUR_ADMIN' });
  const { customerId, bundleId } = actor;
  for (const billed of await lockBilledOrders(tx, { customerId, bundleId })) {
    const terms = billed.billing.addOns.find((one) => one.addOnId === addOnId);
    if (terms !== undefined) return { billed, terms };
  }
  throw new PanelError('NOT_FOUND');
}

/** The add-on in its current state, for the answer. */
export async function viewOfAddOn(
  tx: Queryable,
  { order, billing }: BilledOrder,
  terms: AddOnTerms,
): Promise<OwnedAddOn> {
  return toOwnedAddOn(terms, await listPieces(tx, order), { isStopped: billing.stoppedAt !== null });
}
