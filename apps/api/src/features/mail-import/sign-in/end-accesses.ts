import { SignInError, type SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import { REVOKING_MINUTES } from '@postern/domain/mail-import';
import type { Database } from '../../../db/client.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Sealer } from '../../../secrets/seal.ts';
import { noteErased } from '../end-import.ts';
import { openTokens } from '../import-secret.ts';
import { changeImport, lockImport } from '../mail-import-repository.ts';
import { publishImport } from '../publish-import.ts';
import { handOver } from './finish-sign-in.ts';
import {
  claimRevocation,
  deleteExpiredSignIns,
  deleteRevocation,
  isNeededElsewhere,
  type RevocationRow,
} from './sign-in-repository.ts';

type EndDeps = { db: Database; clock: Clock; log: Log; sealer: Sealer; signIns: SourceSignIns };

const MINUTE_MILLIS = 60_000;
/** Until the next try at a provider that doesn't answer; longer than a call to it takes. */
const AGAIN_MILLIS = 2 * MINUTE_MILLIS;

/**
 * Ends accesses that are no longer needed: deletes sign-ins that have expired, ends tokens at their provider and erases them. If the
 * provider doesn't answer for an hour, they are erased all the same, and the audit says so.
 */
export async function endAccesses(deps: EndDeps, stop: AbortSignal = new AbortController().signal): Promise<void> {
  const { db, clock } = deps;
  await db.asSystem(async (tx) => {
    for (const row of await deleteExpiredSignIns(tx, clock.now()))
      if (row.sealedTokens !== null) await handOver(tx, deps, row, row.sealedTokens);
  });
  while (!stop.aborted) {
    const now = clock.now();
    const row = await db.asSystem((tx) => claimRevocation(tx, now, new Date(now.getTime() + AGAIN_MILLIS)));
    if (row === null) return;
    await endAccess(deps, row);
  }
}

async function endAccess(deps: EndDeps, row: RevocationRow): Promise<void> {
  const { db, clock, log } = deps;
  const isNeeded = await db.asSystem((tx) => isNeededElsewhere(tx, row));
  const isRevoked = !isNeeded && (await revoke(deps, row));
  const isGivenUp = clock.now().getTime() - row.since.getTime() > REVOKING_MINUTES * MINUTE_MILLIS;
  if (!isRevoked && !isNeeded && !isGivenUp) return;
  if (isGivenUp && !isRevoked) log.warn({ provider: row.provider }, 'an access to an old mailbox could not be ended');
  await db.asTenant(row.customerId, async (tx) => {
    if (!(await deleteRevocation(tx, row))) return;
    const { customerId, bundleId, ownerId: taskId } = row;
    const task = await lockImport(tx, { customerId, bundleId, taskId });
    // Not of an import: nobody ever used the sign-in.
    if (task === null) return;
    // A new sign-in may have taken its place meanwhile.
    const erasedAt = task.sealedPassword === null ? clock.now() : task.erasedAt;
    const erased = (await changeImport(tx, task, { erasedAt })) ?? task;
    await noteErased(tx, clock, erased, 'system', undefined, { revoked: isRevoked });
    await publishImport(tx, clock, erased);
  });
}

async function revoke({ signIns, sealer, log }: EndDeps, row: RevocationRow): Promise<boolean> {
  const { customerId, ownerId, provider, sealedTokens } = row;
  try {
    await signIns.revoke(provider, openTokens(sealer, customerId, ownerId, sealedTokens).refreshToken);
    return true;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    log.warn({ err: error, provider }, 'access to an old mailbox not ended yet');
    return false;
  }
}
