import type { PurchaseDeps } from '../purchase-deps.ts';
import { isAbandoned } from '../payment/abandoned.ts';
import { listUnsettledPurchases, lockPurchase, type PurchaseRow, updatePurchase } from '../purchase-repository.ts';
import { advancePurchase } from './advance-purchase.ts';

/**
 * Completes what a crash, a lost webhook or a closed browser left open. A payment left open for a day expires, so that it can't be paid a week
 * later. Safe in several processes at once.
 */
export async function sweepPurchases(deps: PurchaseDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { purchaseId } of await listUnsettledPurchases(deps.db.global, now, 50)) {
    try {
      const purchase = await advancePurchase(deps, purchaseId);
      if (purchase.state !== 'intent_created') continue;
      if (!isAbandoned(purchase, now)) await updatePurchase(deps.db.global, purchaseId, { updatedAt: now });
      else if (purchase.intentId === null) await giveUp(deps, purchase);
      else {
        await deps.gateway.cancelIntent(purchase.intentId);
        await advancePurchase(deps, purchaseId);
      }
    } catch (error) {
      deps.log.warn({ err: error, purchaseId }, 'purchase not settled yet');
    }
  }
}

/** Nobody has a secret to pay with: the buyer never came back from the partner, or never agreed. The charge of a card ends by itself. */
async function giveUp(deps: PurchaseDeps, seen: PurchaseRow): Promise<void> {
  const updatedAt = deps.clock.now();
  await deps.db.asSystem(async (tx) => {
    const purchase = await lockPurchase(tx, seen.purchaseId);
    if (purchase.state !== 'intent_created' || purchase.attempt !== seen.attempt || purchase.intentId !== null) return;
    if (purchase.savedCard?.isAsked === true) return void (await updatePurchase(tx, seen.purchaseId, { updatedAt }));
    await updatePurchase(tx, seen.purchaseId, { state: 'failed', failure: { code: 'canceled' }, updatedAt });
  });
}
