import type { Database } from '../../db/client.ts';
import type { Sealer } from '../../secrets/seal.ts';
import { listKeys } from './partner-repository.ts';

/** The newest key that partner and panel share, to sign with; null if there is none. */
export async function findSharedKey(
  deps: { db: Database; sealer: Sealer },
  partnerId: number,
): Promise<{ keyId: string; secret: Buffer } | null> {
  const keys = await listKeys(deps.db.global, partnerId);
  const key = keys.filter((candidate) => candidate.algorithm === 'HS256' && candidate.revokedAt === null).at(-1);
  if (key === undefined) return null;
  const secret = deps.sealer.open(key.sealedSecret ?? '', `partner-key/${key.partnerId}/${key.keyId}`);
  return { keyId: key.keyId, secret: Buffer.from(secret) };
}
