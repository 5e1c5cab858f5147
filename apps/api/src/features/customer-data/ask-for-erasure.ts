import type { Erasure } from '@postern/contract/customer-data';
import { ERASURE_DAYS, isAccountOwner, isErasureConfirmed } from '@postern/domain/customer-data';
import type { Database } from '../../db/client.ts';
import { assertMay } from '../../http/assert-may.ts';
import { invalid, PanelError } from '../../http/panel-error.ts';
import type { SessionActor, SessionContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { type ErasureRow, findOpenErasure, lockOpenErasure } from './erasure-repository.ts';
import { findCustomers } from './held-data-repository.ts';
import { requestErasure, withdrawErasure } from './request-erasure.ts';

export type ErasureDeps = { db: Database; clock: Clock; sealer: Sealer };

/** Whether the account is about to be erased. */
export async function readErasure(
  { db }: ErasureDeps,
  { actor }: SessionContext,
): Promise<{ erasure: Erasure | null }> {
  assertOwner(actor);
  const found = await db.asTenant(actor.customerId, (tx) => findOpenErasure(tx, actor.customerId));
  return { erasure: found && toErasure(found) };
}

/** Plans the erasure of the account, two weeks from now. The sweep tells the owner. ADR 85. */
export async function askForErasure(
  deps: ErasureDeps,
  { actor, requestId }: SessionContext,
  { confirmation }: { confirmation: string },
): Promise<{ erasure: Erasure }> {
  const { customerId, email } = actor;
  assertOwner(actor);
  if (!isErasureConfirmed(confirmation, email))
    throw invalid([{ path: 'confirmation', code: 'EMAIL_MISMATCH', message: 'Send the email of the account.' }]);
  const planned = await deps.db.asTenant(customerId, async (tx) => {
    const [customer] = await findCustomers(tx, { customerId });
    if (customer === undefined) return null;
    const wish = { customer, askedBy: 'owner', actor: email, reason: null, days: ERASURE_DAYS, requestId } as const;
    return requestErasure(tx, deps, wish);
  });
  if (planned === null) throw new PanelError('NOT_FOUND');
  return { erasure: toErasure(planned) };
}

/** Takes the erasure back, if there is one that waits. */
export async function cancelErasure(
  { db, clock }: ErasureDeps,
  { actor }: SessionContext,
): Promise<Record<string, never>> {
  assertOwner(actor);
  await db.asTenant(actor.customerId, async (tx) => {
    const found = await lockOpenErasure(tx, actor.customerId);
    if (found?.state === 'waiting') await withdrawErasure(tx, clock, found, { actor: actor.email });
  });
  return {};
}

const assertOwner = ({ role, mailboxId }: SessionActor): void =>
  assertMay(isAccountOwner({ role, hasMailbox: mailboxId !== null }));

const toErasure = ({ state, askedAt, dueAt }: ErasureRow): Erasure => ({
  state: state === 'waiting' ? 'waiting' : 'running',
  askedAt: askedAt.toISOString(),
  dueAt: dueAt.toISOString(),
});
