import type { Login } from '@postern/contract/session';
import { SESSION_TTL_SECONDS } from '@postern/domain/sign-in';
import type { Clock } from '../../clock.ts';
import { writeAudit } from '../../db/audit.ts';
import type { Queryable } from '../../db/client.ts';
import type { SessionActor } from '../../http/request-context.ts';
import { hashToken } from '../../secrets/tokens.ts';
import { readLogin } from './login-view.ts';
import { findSessionRow, insertSession } from './session-repository.ts';

export type NewSession = Omit<SessionActor, 'tokenHash' | 'expiresAt'> & {
  token: string;
  source: 'credentials' | 'purchase' | 'token';
};

/** Starts a session in the caller's transaction; starting it again with the same token finds the one there is. */
export async function startSession(tx: Queryable, clock: Clock, { token, source, ...who }: NewSession): Promise<Login> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SESSION_TTL_SECONDS[source === 'token' ? 'token' : 'credentials'] * 1000);
  const actor: SessionActor = { ...who, tokenHash: hashToken(token), expiresAt };
  const [started] = await insertSession(tx, { ...actor, source, createdAt: now });
  if (started === undefined) {
    const existing = await findSessionRow(tx, actor.tokenHash, now);
    return readLogin(tx, existing === null ? actor : { ...actor, expiresAt: existing.expiresAt }, token);
  }
  await writeAudit(tx, clock, {
    customerId: who.customerId,
    bundleId: who.bundleId,
    actor: who.email,
    action: 'session.started',
    target: who.email,
    attrs: { source },
  });
  return readLogin(tx, actor, token);
}
