import type { Queryable } from '../../db/client.ts';
import type { Clock } from '../../runtime/clock.ts';
import { handOverAccesses } from '../mail-import/public.ts';
import { lockOpenErasure, updateErasure } from './erasure-repository.ts';
import { closeAccount, hasOpenWork } from './erased-rows.ts';

/**
 * Starts an erasure that is due: from the commit on nobody signs in to the account, and it can't be cancelled. True if it runs. It waits for
 * a payment that the gateway hasn't settled, as money must end in an order or a refund, and for a change of domain.
 */
export async function startErasure(tx: Queryable, clock: Clock, customerId: string): Promise<boolean> {
  const erasure = await lockOpenErasure(tx, customerId);
  if (erasure === null || erasure.state === 'running') return erasure !== null;
  const now = clock.now();
  if (erasure.toldAt === null || erasure.dueAt > now || (await hasOpenWork(tx, customerId))) return false;
  await handOverAccesses(tx, clock, { customerId });
  await closeAccount(tx, customerId, now);
  await updateErasure(tx, erasure, { state: 'running', startedAt: now });
  return true;
}
