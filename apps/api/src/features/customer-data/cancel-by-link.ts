import type { OutputOf } from '@postern/contract/operation';
import type { readErasureOfLink as readOperation } from '@postern/contract/customer-data';
import { PanelError } from '../../http/panel-error.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { endSessionsOf } from '../session/public.ts';
import type { ErasureDeps } from './ask-for-erasure.ts';
import { findErasureOfLink, lockOpenErasure } from './erasure-repository.ts';
import { withdrawErasure } from './request-erasure.ts';

/** Which erasure a mailed link cancels, without cancelling it. */
export async function readErasureOfLink({ db }: ErasureDeps, token: string): Promise<OutputOf<typeof readOperation>> {
  const found = await db.asSystem((tx) => findErasureOfLink(tx, hashToken(token)));
  if (found === null || found.email === null) throw new PanelError('TOKEN_EXPIRED');
  return { email: found.email, askedAt: found.askedAt.toISOString(), dueAt: found.dueAt.toISOString() };
}

/**
 * Cancels an erasure with a mailed link, and signs everyone out of the account, because the person who asked for the erasure knew the password.
 */
export async function cancelErasureOfLink({ db, clock }: ErasureDeps, token: string): Promise<{ email: string }> {
  return db.asSystem(async (tx) => {
    const found = await findErasureOfLink(tx, hashToken(token));
    const locked = found && (await lockOpenErasure(tx, found.customerId));
    if (locked?.erasureId !== found?.erasureId || locked?.state !== 'waiting' || locked.email === null)
      throw new PanelError('TOKEN_EXPIRED');
    await withdrawErasure(tx, clock, locked, { actor: locked.email });
    await endSessionsOf(tx, { customerId: locked.customerId, mailboxId: null });
    return { email: locked.email };
  });
}
