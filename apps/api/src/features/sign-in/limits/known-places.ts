import { KNOWN_AFTER_MILLIS, KNOWN_FOR_MILLIS, KNOWN_USERS_MAXIMUM } from '@postern/domain/sign-in';
import { and, eq, lt, sql } from 'drizzle-orm';
import { builtOnce, placeholdersOf, rowsOnce } from '../../../db/built-once.ts';
import type { Queryable } from '../../../db/client.ts';
import { knownPlace } from '../tables.ts';
import type { LoginKey } from './known-browsers.ts';

/**
 * How many people sign in from the network address now and then. Only logins of paying customers count, so that an attacker can't raise
 * the limit with trials.
 */
export async function countKnownUsers(tx: Queryable, network: string, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KNOWN_AFTER_MILLIS).toISOString();
  const since = new Date(now.getTime() - KNOWN_FOR_MILLIS).toISOString();
  const [row] = await countUsers(tx, { network, before, since, now: now.toISOString() });
  return row?.known ?? 0;
}

const countUsers = rowsOnce<Record<'network' | 'before' | 'since' | 'now', string>, { known: number }>(
  sql`select count(*)::int as known from (select from known_place place
    where place.network = ${sql.placeholder('network')} and place.first_at <= ${sql.placeholder('before')}
      and place.last_at > ${sql.placeholder('since')} and exists (
      select from plan_order paid join plan on plan.plan_id = paid.plan_id
      where paid.customer_id = place.customer_id and paid.status = 'active' and not plan.is_trial and not plan.is_free
        and (paid.trial_until is null or paid.trial_until <= ${sql.placeholder('now')}))
    limit ${sql.raw(String(KNOWN_USERS_MAXIMUM))}) as user_there`,
);

/** Notes that a login signed in from the network address. */
export async function rememberPlace(
  tx: Queryable,
  network: string,
  { customerId, loginId }: LoginKey,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - KNOWN_FOR_MILLIS).toISOString();
  await insertPlace(tx, { network, loginId, customerId, firstAt: now, lastAt: now, since });
}

const lastBefore = sql`${knownPlace.lastAt} <= ${sql.placeholder('since')}`;
const insertPlace = builtOnce<typeof knownPlace.$inferSelect & { since: string }, unknown>((db) =>
  db
    .insert(knownPlace)
    .values(placeholdersOf(knownPlace))
    .onConflictDoUpdate({
      target: [knownPlace.network, knownPlace.loginId],
      set: {
        firstAt: sql`case when ${lastBefore} then excluded.first_at else ${knownPlace.firstAt} end`,
        lastAt: sql`excluded.last_at`,
      },
    }),
);

export const forgetPlacesOf = (tx: Queryable, { customerId, loginId }: LoginKey) =>
  tx.delete(knownPlace).where(and(eq(knownPlace.customerId, customerId), eq(knownPlace.loginId, loginId)));

/** Deletes places where nobody has signed in for a month. */
export async function cleanUpKnownPlaces(tx: Queryable, now: Date): Promise<void> {
  await tx.delete(knownPlace).where(lt(knownPlace.lastAt, new Date(now.getTime() - KNOWN_FOR_MILLIS)));
}
