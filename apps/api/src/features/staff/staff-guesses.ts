import { ACCOUNT_LIMIT, CODE_LIMIT, networkOf } from '@postern/domain/sign-in';
import type { Database, Queryable } from '../../db/client.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashToken } from '../../secrets/tokens.ts';
import {
  countKnownUsers,
  guardGuess,
  type Guarded,
  listKnownLogins,
  readGuessCounts,
  rememberBrowser,
} from '../sign-in/public.ts';

type Deps = { db: Database; clock: Clock };

/**
 * Takes a place for a guess at a staff password or code, before it is checked. The limits are those of every sign-in: strangers share the
 * account's guesses and those of their network address, and a browser that signed in to the account before has guesses of its own.
 */
export async function guardStaffGuess(
  { db, clock }: Deps,
  context: RequestContext,
  what: 'password' | 'code',
  { email, staffId }: { email: string; staffId: string | null },
): Promise<Guarded> {
  const now = clock.now();
  // Apart from customers' logins with the same address: neither uses up the other's guesses, and neither shows that the other exists.
  const key = hashToken(`staff/${email}`);
  const [known, knownUsers, seen] = await db.atOnceAsSystem((tx) =>
    Promise.all([
      listKnownLogins(tx, context.browser, now),
      countKnownUsers(tx, networkOf(context.ip), now),
      readGuessCounts(tx, what, key, context),
    ]),
  );
  return guardGuess(
    { db, clock },
    {
      what,
      seen,
      account: { key, limit: what === 'code' ? CODE_LIMIT : ACCOUNT_LIMIT },
      loginIds: staffId === null ? [] : [staffId],
      known: what === 'code' ? known.filter(({ gaveCode }) => gaveCode) : known,
      ip: context.ip,
      knownUsers,
    },
  );
}

/** From now on the account knows the browser. */
export const rememberStaffBrowser = (tx: Queryable, clock: Clock, context: RequestContext, staffId: string) =>
  rememberBrowser(tx, context.browser, { customerId: staffId, loginId: staffId }, { gaveCode: true, now: clock.now() });
