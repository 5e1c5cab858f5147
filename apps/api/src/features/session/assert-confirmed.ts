import { isConfirmed } from '@postern/domain/sign-in';
import type { Database } from '../../db/client.ts';
import { PanelError } from '../../http/panel-error.ts';
import type { SessionActor } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { findPasswordHash } from './session-repository.ts';

/** Refuses what needs a fresh password. The refusal says whether the login has one: else its owner must choose one first. ADR 75. */
export async function assertConfirmed(deps: { db: Database; clock: Clock }, actor: SessionActor): Promise<void> {
  if (isConfirmed(actor.passwordConfirmedAt?.getTime() ?? null, deps.clock.now().getTime())) return;
  const passwordHash = await deps.db.asTenant(actor.customerId, (tx) => findPasswordHash(tx, actor));
  throw new PanelError('PASSWORD_NEEDED', { hasPassword: passwordHash !== null });
}
