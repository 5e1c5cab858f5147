import type { PurchaseDeps } from '../purchase-deps.ts';
import { listUnsettledPurchases, updatePurchase } from '../purchase-repository.ts';
import { advancePurchase } from './advance-purchase.ts';

/** A payment page left open for a day expires: its intent is cancelled, so that it can't be paid a week later. */
const ABANDONED_MILLIS = 24 * 3_600_000;

/** Completes what a crash, a lost webhook or a closed browser left open. Safe in several processes at once. */
export async function sweepPurchases(deps: PurchaseDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { purchaseId, state, createdAt } of await listUnsettledPurchases(deps.db.global, now, 50)) {
    try {
      const purchase = await advancePurchase(deps, purchaseId);
      if (purchase.state !== 'intent_created') continue;
      if (
        state === 'intent_created' &&
        now.getTime() - createdAt.getTime() > ABANDONED_MILLIS &&
        purchase.intentId !== null
      ) {
        await deps.gateway.cancelIntent(purchase.intentId);
        await advancePurchase(deps, purchaseId);
      } else await updatePurchase(deps.db.global, purchaseId, { updatedAt: now });
    } catch (error) {
      deps.log.warn({ err: error, purchaseId }, 'purchase not settled yet');
    }
  }
}
