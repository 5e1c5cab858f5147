import { writeAudit } from '../../db/audit.ts';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { deletePurchaseTokensOf, deleteSession } from './session-repository.ts';

/** Ends this session; its token fails on the next call. */
export async function signOut(
  deps: { db: Database; clock: Clock },
  { actor, requestId }: SessionContext,
): Promise<Record<string, never>> {
  await deps.db.asSystem(async (tx) => {
    await deleteSession(tx, actor.tokenHash);
    if (actor.mailboxId === null) await deletePurchaseTokensOf(tx, actor.customerId);
    await writeAudit(tx, deps.clock, {
      customerId: actor.customerId,
      bundleId: actor.bundleId,
      actor: actor.email,
      action: 'session.ended',
      target: actor.email,
      requestId,
    });
  });
  return {};
}
