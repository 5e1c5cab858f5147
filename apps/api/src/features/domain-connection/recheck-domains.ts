import type { BundleKey } from '../../db/bundle-key.ts';
import type { Log } from '../../runtime/log.ts';
import { listDueConnections } from '../domain-verification/public.ts';
import type { CheckDeps } from './check-deps.ts';
import { runCheck } from './run-check.ts';

/** How many domains are checked at once. */
const DOMAINS_AT_ONCE = 32;

/** Checks the domains that are due: new ones soon, old ones once a day. */
export async function recheckDomains(deps: CheckDeps & { log: Log }): Promise<void> {
  const { db, clock, log } = deps;
  const check = (key: BundleKey) =>
    runCheck(deps, key).catch((error: unknown) => {
      log.error({ err: error, ...key }, 'domain not checked');
      return false;
    });
  for (let isMore = true; isMore; ) {
    const due = await db.readAsSystem((tx) => listDueConnections(tx, clock.now(), DOMAINS_AT_ONCE));
    const checked = await Promise.all(due.map(check));
    isMore = due.length === DOMAINS_AT_ONCE && checked.includes(true);
  }
}
