import { type Intent, PaymentGatewayError } from '@postern/adapter-payment/port';
import type { PurchaseDeps } from '../purchase-deps.ts';
import { lockPurchase, type PurchaseRow, updatePurchase } from '../purchase-repository.ts';

/** Records that the buyer completed a purchase with a saved card. From now on the card is charged, even if this process dies. */
export async function askForSavedCard(deps: PurchaseDeps, { purchaseId, trackingId }: PurchaseRow): Promise<void> {
  await deps.db.asSystem(async (tx) => {
    const { savedCard, ...purchase } = await lockPurchase(tx, purchaseId);
    if (purchase.trackingId !== trackingId || purchase.state !== 'intent_created' || savedCard === null) return;
    if (savedCard.isAsked) return;
    await updatePurchase(tx, purchaseId, { savedCard: { ...savedCard, isAsked: true }, updatedAt: deps.clock.now() });
  });
}

/** Charges the saved card, once per attempt however often this is called. Null if the gateway no longer has the card. */
export async function chargeSavedCard(deps: PurchaseDeps, purchase: PurchaseRow): Promise<Intent | null> {
  try {
    return await deps.gateway.chargeOffSession({
      idempotencyKey: `purchase/${purchase.purchaseId}/${purchase.attempt}`,
      paymentMethodId: purchase.savedCard?.paymentMethodId ?? '',
      amountMinor: purchase.amountMinor ?? 0,
      currency: purchase.currency ?? 'USD',
      description: `Email for ${purchase.claims.domainName}`,
      metadata: intentMetadata(purchase),
      customerReference: purchase.customerId,
    });
  } catch (error) {
    if (error instanceof PaymentGatewayError && error.code === 'payment_method_unknown') return null;
    throw error;
  }
}

/** The metadata that the gateway stores with a payment. */
export const intentMetadata = ({ purchaseId, partnerId, claims }: PurchaseRow) => ({
  purchaseId,
  partnerId: String(partnerId),
  domainName: claims.domainName,
});
