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
 * Counts a guess at a staff password or code before it is checked. The limits are the same as for every sign-in: unknown browsers share the
 * guesses of the account and of their network address, and a browser that signed in to the account before has its own.
 */
export async function guardStaffGuess(
  { db, clock }: Deps,
  context: RequestContext,
  what: 'password' | 'code',
  { email, staffId }: { email: string; staffId: string | null },
): Promise<Guarded> {
  const now = clock.now();
  // Counted apart from customers' logins with the same address: neither uses up the other's guesses, nor shows that the other exists.
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

/** Remembers that this browser has signed in to the account. */
export const rememberStaffBrowser = (tx: Queryable, clock: Clock, context: RequestContext, staffId: string) =>
  rememberBrowser(tx, context.browser, { customerId: staffId, loginId: staffId }, { gaveCode: true, now: clock.now() });
