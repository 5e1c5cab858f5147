import type { OutputOf } from '@postern/contract/operation';
import type { readTotp as operation } from '@postern/contract/two-factor';
import type { Database } from '../../db/client.ts';
import type { SessionContext } from '../../http/request-context.ts';
import { assertOwnLogin } from './change-totp.ts';
import { findFactor } from './second-factor-repository.ts';

/** Whether the caller's sign-in asks for a code, and how many recovery codes are left. */
export async function readTotp(deps: { db: Database }, { actor }: SessionContext): Promise<OutputOf<typeof operation>> {
  const key = assertOwnLogin(actor);
  const row = await deps.db.asTenant(actor.customerId, (tx) => findFactor(tx, key));
  if (row?.state !== 'enabled') return { enabledAt: null, recoveryCodesLeft: 0, askDespitePartner: false };
  const { createdAt, recoveryHashes, askDespitePartner } = row;
  return { enabledAt: createdAt.toISOString(), recoveryCodesLeft: recoveryHashes.length, askDespitePartner };
}
