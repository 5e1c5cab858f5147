import type { Role } from '@postern/domain/sign-in';
import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../db/client.ts';

export type LivingSession = { tokenHash: string; role: Role; bundleId: string };

/** The given sessions that have not ended, each with its current role and active bundle. */
export async function listLivingSessions(
  db: Database,
  tokenHashes: string[],
  now: Date,
): Promise<Map<string, LivingSession>> {
  const wanted = JSON.stringify(tokenHashes);
  const rows = await rowsOf<LivingSession>(
    db.global,
    sql`select token_hash as "tokenHash", role, bundle_id as "bundleId" from session
      where token_hash in (select jsonb_array_elements_text(${wanted}::jsonb)) and expires_at > ${now.toISOString()}`,
  );
  return new Map(rows.map((row) => [row.tokenHash, row]));
}
