import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { type Queryable, rowsOf } from '../../../db/client.ts';
import { newId } from '../../../runtime/ids.ts';
import { mailImportRevocation, mailImportSignIn, type SignInState } from '../tables.ts';

export type SignInRow = typeof mailImportSignIn.$inferSelect;
export type RevocationRow = typeof mailImportRevocation.$inferSelect;
type SignInKey = Pick<SignInRow, 'customerId' | 'signInId'>;

const isSignIn = ({ customerId, signInId }: SignInKey) =>
  and(eq(mailImportSignIn.customerId, customerId), eq(mailImportSignIn.signInId, signInId));

export async function insertSignIn(tx: Queryable, row: typeof mailImportSignIn.$inferInsert): Promise<void> {
  await tx.insert(mailImportSignIn).values(row);
}

/** A sign-in that has not expired, of the session or link that started it. */
export async function findSignIn(
  tx: Queryable,
  { customerId, signInId, startedBy }: Pick<SignInRow, 'customerId' | 'signInId' | 'startedBy'>,
  now: Date,
): Promise<SignInRow | null> {
  const [row] = await tx
    .select()
    .from(mailImportSignIn)
    .where(
      and(
        ...[isSignIn({ customerId, signInId }), eq(mailImportSignIn.startedBy, startedBy)],
        gt(mailImportSignIn.expiresAt, now),
      ),
    );
  return row ?? null;
}

/**
 * Uses the answer of a provider: of several calls with it, one gets the row, and the others null. So does a call from another browser than
 * the one that started the sign-in, which uses nothing up.
 */
export async function takeAnswer(
  tx: Queryable,
  { stateHash, browserHash }: Pick<SignInRow, 'stateHash' | 'browserHash'>,
  now: Date,
): Promise<SignInRow | null> {
  const [row] = await tx
    .select()
    .from(mailImportSignIn)
    .where(
      and(
        ...[eq(mailImportSignIn.stateHash, stateHash), eq(mailImportSignIn.browserHash, browserHash)],
        ...[eq(mailImportSignIn.state, 'waiting'), gt(mailImportSignIn.expiresAt, now)],
      ),
    )
    .for('update');
  if (row === undefined) return null;
  await tx.update(mailImportSignIn).set({ state: 'exchanging', sealedChecks: null }).where(isSignIn(row));
  return row;
}

type Outcome = Pick<SignInRow, 'otherEmail' | 'sealedTokens'> & { state: SignInState; expiresAt?: Date };

/** False if it is gone meanwhile. */
export async function endSignIn(tx: Queryable, key: SignInKey, outcome: Outcome): Promise<boolean> {
  const changed = await tx
    .update(mailImportSignIn)
    .set(outcome)
    .where(isSignIn(key))
    .returning({ id: mailImportSignIn.signInId });
  return changed.length > 0;
}

/** Takes the tokens of a sign-in away for an import; false if another call has taken them. */
export async function deleteSignIn(tx: Queryable, key: SignInKey): Promise<boolean> {
  const gone = await tx.delete(mailImportSignIn).where(isSignIn(key)).returning({ id: mailImportSignIn.signInId });
  return gone.length > 0;
}

/** Deletes sign-ins that have expired. */
export const deleteExpiredSignIns = (tx: Queryable, now: Date): Promise<SignInRow[]> =>
  tx.delete(mailImportSignIn).where(lte(mailImportSignIn.expiresAt, now)).returning();

/** Deletes all sign-ins of a customer. */
export const deleteSignInsOf = (tx: Queryable, { customerId, bundleId }: OfCustomer): Promise<SignInRow[]> =>
  tx
    .delete(mailImportSignIn)
    .where(
      and(
        eq(mailImportSignIn.customerId, customerId),
        bundleId === undefined ? undefined : eq(mailImportSignIn.bundleId, bundleId),
      ),
    )
    .returning();

/** A customer, or one domain of theirs. */
export type OfCustomer = { customerId: string; bundleId?: string };

/** Hands tokens over to be ended at their provider. */
export async function insertRevocation(
  tx: Queryable,
  row: Omit<RevocationRow, 'revocationId' | 'since' | 'nextTryAt'>,
  now: Date,
): Promise<void> {
  await tx.insert(mailImportRevocation).values({ ...row, revocationId: newId(now), since: now, nextTryAt: now });
}

/** Takes the next due revocation for a while, so that two processes don't make the same call. */
export async function claimRevocation(tx: Queryable, now: Date, until: Date): Promise<RevocationRow | null> {
  const [row] = await tx
    .select()
    .from(mailImportRevocation)
    .where(lte(mailImportRevocation.nextTryAt, now))
    .orderBy(mailImportRevocation.nextTryAt)
    .limit(1)
    .for('update', { skipLocked: true });
  if (row === undefined) return null;
  await tx.update(mailImportRevocation).set({ nextTryAt: until }).where(isRevocation(row));
  return row;
}

const isRevocation = ({ customerId, revocationId }: Pick<RevocationRow, 'customerId' | 'revocationId'>) =>
  and(eq(mailImportRevocation.customerId, customerId), eq(mailImportRevocation.revocationId, revocationId));

/** False if another process deleted it. */
export async function deleteRevocation(tx: Queryable, row: RevocationRow): Promise<boolean> {
  const gone = await tx
    .delete(mailImportRevocation)
    .where(isRevocation(row))
    .returning({ id: mailImportRevocation.revocationId });
  return gone.length > 0;
}

/**
 * Whether another import or sign-in needs the same account's access. Ending one access at the provider ends all that the account has given
 * us. Only asked by the system: they may be other customers'.
 */
export async function isNeededElsewhere(
  tx: Queryable,
  { provider, remoteEmail }: Pick<RevocationRow, 'provider' | 'remoteEmail'>,
): Promise<boolean> {
  const [row] = await rowsOf<{ found: boolean }>(
    tx,
    sql`select exists (
      select from mail_import where sign_in_with = ${provider} and lower(remote_email) = lower(${remoteEmail})
        and sealed_password is not null
      union all select from mail_import_sign_in where provider = ${provider} and lower(remote_email) = lower(${remoteEmail})
        and state in ('exchanging', 'done')) as found`,
  );
  return row?.found === true;
}
