import type { Database } from '../../../db/client.ts';
import { PanelError } from '../../../http/panel-error.ts';
import type { PurchaseActor } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { findPurchaseToken } from '../purchase-repository.ts';

/** Finds the purchase that a token belongs to. */
export async function findPurchaseActor(deps: { db: Database; clock: Clock }, token: string): Promise<PurchaseActor> {
  const found = await findPurchaseToken(deps.db.global, hashToken(token), deps.clock.now());
  if (found === null) throw new PanelError('UNAUTHENTICATED');
  return { purchaseId: found.purchaseId, partnerId: found.partnerId };
}
