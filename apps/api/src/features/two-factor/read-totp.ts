import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { assertOwnLogin } from './change-totp.ts';
import { findFactor } from './second-factor-repository.ts';

/** Whether the caller's sign-in asks for a code, and how many recovery codes are left. */
export async function readTotp(
  deps: { db: Database },
  { actor }: SessionContext,
): Promise<{ enabledAt: string | null; recoveryCodesLeft: number }> {
  const key = assertOwnLogin(actor);
  const row = await deps.db.asTenant(actor.customerId, (tx) => findFactor(tx, key));
  if (row?.state !== 'enabled') return { enabledAt: null, recoveryCodesLeft: 0 };
  return { enabledAt: row.createdAt.toISOString(), recoveryCodesLeft: row.recoveryHashes.length };
}
