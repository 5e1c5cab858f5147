import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { loginToken } from './tables.ts';

/** Deletes mailed links that have expired. */
export async function cleanUpLoginTokens(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(loginToken).where(lt(loginToken.expiresAt, now));
}
