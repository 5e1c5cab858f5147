import type { GatewayEvent } from '@postern/adapter-payment/port';
import { advancePurchase } from '../provision/advance-purchase.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findPurchaseIdOfIntent } from '../purchase-repository.ts';
import { gatewayEvent } from '../tables.ts';

/**
 * Handles a webhook. It only says that something happened: the purchase moves by what the gateway answers when asked, so duplicates,
 * disorder and late arrivals do no harm. It is recorded once handled; after a failure the gateway sends it again.
 */
export async function receiveGatewayEvent(deps: PurchaseDeps, event: GatewayEvent): Promise<void> {
  const purchaseId = await findPurchaseIdOfIntent(deps.db.global, event.intentId);
  if (purchaseId !== null) await advancePurchase(deps, purchaseId);
  const recorded = await deps.db.global
    .insert(gatewayEvent)
    .values({ eventId: event.eventId, receivedAt: deps.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (recorded.length > 0 && purchaseId !== null && event.type === 'intent.failed')
    deps.onPayment('declined', deps.gateway.name);
}
