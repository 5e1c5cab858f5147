import { ACCOUNT_LIMIT, networkOf } from '@postern/domain/sign-in';
import type { Queryable } from '../../../db/client.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { listLoginCandidates } from '../sign-in-repository.ts';
import { forgetWrongGuesses } from './guard-guess.ts';
import { forgetBrowsersOf, type LoginKey, rememberBrowser } from './known-browsers.ts';
import { rememberPlace } from './known-places.ts';

/** The key under which guesses at an address's password are counted. All logins of the address share it, and it need not have any. */
export const accountOf = (currentAddress: string) => ({ key: hashToken(currentAddress), limit: ACCOUNT_LIMIT });

/** Notes a complete sign-in: from now on the login knows the browser and the place. */
export async function rememberSignIn(
  tx: Queryable,
  clock: Clock,
  { browser, ip }: Pick<RequestContext, 'browser' | 'ip'>,
  login: LoginKey,
  gaveCode: boolean,
): Promise<void> {
  const now = clock.now();
  await Promise.all([
    rememberBrowser(tx, browser, login, { gaveCode, now }),
    rememberPlace(tx, networkOf(ip), login, now),
  ]);
}

/**
 * After a new password: guesses at the former one no longer count, and browsers that signed in with it are strangers. The count belongs to
 * all logins of the address, so it stays if another one has a password: else the owner of one could guess at the other without end.
 */
export async function forgetGuesses(tx: Queryable, { customerId, loginId }: LoginKey, address: string): Promise<void> {
  await forgetBrowsersOf(tx, { customerId, loginId });
  const { mailboxes, customers } = await listLoginCandidates(tx, address);
  const guessable = [...mailboxes, ...customers.map((one) => ({ ...one, mailboxId: null }))].filter(
    (one) => one.passwordHash !== null,
  );
  if (guessable.every((one) => (one.mailboxId ?? one.customerId) === loginId))
    await forgetWrongGuesses(tx, 'password', accountOf(address).key);
}
