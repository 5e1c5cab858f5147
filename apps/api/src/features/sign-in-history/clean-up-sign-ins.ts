import { SIGN_INS_KEPT_DAYS } from '@postern/domain/sign-in-history';
import { lt } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { signInRecord } from './tables.ts';

const DAY_MILLIS = 24 * 3_600_000;

/** Deletes sign-ins of more than 90 days ago. */
export async function cleanUpSignIns(tx: Queryable, now: Date): Promise<void> {
  await tx
    .delete(signInRecord)
    .where(lt(signInRecord.lastAt, new Date(now.getTime() - SIGN_INS_KEPT_DAYS * DAY_MILLIS)));
}
