import { type CreatedIntent, PaymentGatewayError } from '@postern/adapter-payment/port';
import { PanelError } from '../../../http/panel-error.ts';
import type { PurchaseDeps } from '../purchase-deps.ts';
import type { PurchaseRow } from '../purchase-repository.ts';
import { intentMetadata } from './charge-saved-card.ts';

/** Creates the gateway's intent for this payment attempt: to charge the amount, or to save a card if nothing is due yet. */
export function createIntent(deps: PurchaseDeps, purchase: PurchaseRow): Promise<CreatedIntent> {
  const shared = {
    idempotencyKey: `purchase/${purchase.purchaseId}/${purchase.attempt}`,
    metadata: intentMetadata(purchase),
    customerReference: purchase.customerId,
  };
  if (purchase.amountMinor === 0) return gatewayCall(() => deps.gateway.createSetupIntent(shared));
  return gatewayCall(() =>
    deps.gateway.createPaymentIntent({
      ...shared,
      amountMinor: purchase.amountMinor ?? 0,
      currency: purchase.currency ?? 'USD',
      description: `Email for ${purchase.claims.domainName}`,
      saveCard: purchase.plan?.autoRenew ?? false,
    }),
  );
}

/** Calls the gateway. Its errors become one that may be retried. */
export async function gatewayCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof PaymentGatewayError) throw new PanelError('PAYMENT_GATEWAY_UNAVAILABLE', {}, { cause });
    throw cause;
  }
}
