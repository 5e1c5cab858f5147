import { limitTransactions } from '../../../db/limit-transactions.ts';
import type { Services } from '../../../feature/services.ts';
import { type Ran, runDueWork } from './run-due-work.ts';

type Deps = Pick<Services, 'doesRenew' | 'clock'> & Parameters<typeof runDueWork>[0];

/** Nearly all of the time that an order takes is the gateway's, and meanwhile the others continue. Stripe takes 100 calls a second. */
const ORDERS_AT_ONCE = 24;
/** Of ten connections by default. */
const TRANSACTIONS_AT_ONCE = 5;

/**
 * Does what is due by now, unless renewals are off. Payments that stay open are for the sweep of payments. In evaluation the clock may have
 * been moved while nothing ran, and then everything is done as if it were on time.
 */
export const renewBySweep = async (deps: Deps, stopping?: AbortSignal): Promise<Ran[]> =>
  deps.doesRenew
    ? runDueWork({ ...deps, db: limitTransactions(deps.db, TRANSACTIONS_AT_ONCE) }, deps.clock.now(), {
        ...{ atOnce: ORDERS_AT_ONCE, paysOpen: false, leavesTime: deps.clock.offsetMillis() === 0, stopping },
      })
    : [];
