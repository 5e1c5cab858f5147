import type { Login } from '@postern/contract/session';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { readLogin } from './login-view.ts';

/** The session of the token, with everything the panel needs about it. */
export function validateToken(deps: { db: Database }, { actor, token }: SessionContext): Promise<Login> {
  return deps.db.asTenant(actor.customerId, (tx) => readLogin(tx, actor, token));
}
