import type { deleteCard as operation } from '@postern/contract/billing-details';
import type { ParsedInputOf } from '@postern/contract/operation';
import { PanelError } from '../../../http/panel-error.ts';
import type { SessionContext } from '../../../http/request-context.ts';
import { findLatestCard, findSavedCard, removeSavedCard } from '../../purchase/public.ts';
import { writeLife } from '../../subscriptions/public.ts';
import { assertSpeaksForCustomer } from '../speaks-for-customer.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { assertMayPay } from '../quote/calculate-charge.ts';
import { noteCard } from './card-history.ts';
import { lockOrdersOfCustomer } from './lock-orders-of-customer.ts';
import { REMOVE_CARD } from './remove-card-at-gateway.ts';

/** Removes a saved card, here and soon at the gateway. If it was the last one, the customer's orders no longer renew. */
export async function deleteCard(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'gateway' | 'jobs'>,
  context: SessionContext,
  { paymentMethodId }: ParsedInputOf<typeof operation>,
): Promise<Record<string, never>> {
  assertMayPay(context);
  const { customerId, email } = context.actor;
  const gateway = deps.gateway.name;
  await deps.db.asSystem(async (tx) => {
    await assertSpeaksForCustomer(tx, context.actor);
    // Orders are always locked before their payments and cards.
    const orders = await lockOrdersOfCustomer(tx, customerId);
    if ((await findSavedCard(tx, { customerId, gateway, paymentMethodId })) === null)
      throw new PanelError('CARD_NOT_FOUND');
    await removeSavedCard(tx, { customerId, paymentMethodId, removedAt: deps.clock.now() });
    await noteCard(tx, deps.clock, { customerId, actor: email, action: 'card.removed' });
    await deps.jobs.enqueue(tx, REMOVE_CARD, { customerId, paymentMethodId });
    if ((await findLatestCard(tx, customerId, gateway, new Date(0))) !== null) return;
    for (const one of orders) if (one.order.autoRenew) await writeLife(tx, one, {}, { autoRenew: false });
  });
  return {};
}
