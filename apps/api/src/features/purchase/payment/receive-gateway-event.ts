import type { GatewayEvent } from '@postern/adapter-payment/port';
import { advancePurchase } from '../provision/advance-purchase.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { findPurchaseIdOfIntent } from '../purchase-repository.ts';
import { gatewayEvent } from '../tables.ts';

/**
 * A webhook says only that something happened: the purchase is moved by what the gateway answers when asked, so copies,
 * disorder and late arrivals do no harm. Kept as received once acted on; a failure lets the gateway send it again.
 */
export async function receiveGatewayEvent(deps: PurchaseDeps, event: GatewayEvent): Promise<void> {
  const purchaseId = await findPurchaseIdOfIntent(deps.db.global, event.intentId);
  if (purchaseId !== null) await advancePurchase(deps, purchaseId);
  await deps.db.global
    .insert(gatewayEvent)
    .values({ eventId: event.eventId, receivedAt: deps.clock.now() })
    .onConflictDoNothing();
}
