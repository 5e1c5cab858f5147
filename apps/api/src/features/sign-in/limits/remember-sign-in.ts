import { ACCOUNT_LIMIT, networkOf } from '@postern/domain/sign-in';
import type { Queryable } from '../../../db/client.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { hashToken } from '../../../secrets/tokens.ts';
import { forgetWrongGuesses } from './guard-guess.ts';
import { forgetBrowsersOf, type LoginKey, rememberBrowser } from './known-browsers.ts';
import { rememberPlace } from './known-places.ts';

/** What guesses at an address's password are counted for. All logins of the address share it, and it need not have any. */
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

/** After a new password: guesses at the former one no longer count, and browsers that signed in with it are strangers. */
export async function forgetGuesses(tx: Queryable, login: LoginKey, address: string): Promise<void> {
  await forgetBrowsersOf(tx, login);
  await forgetWrongGuesses(tx, 'password', accountOf(address).key);
}
