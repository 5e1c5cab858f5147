import type { Services } from '../../../feature/services.ts';
import { type Ran, runDueWork } from './run-due-work.ts';

type Deps = Pick<Services, 'doesRenew'> & Parameters<typeof runDueWork>[0];

/** While the gateway answers one, the others continue. */
const ORDERS_AT_ONCE = 8;

/** Does what is due by now, unless the operator has left renewals off. Payments that stay open are for the sweep of payments. */
export const renewBySweep = async (deps: Deps, stopping?: AbortSignal): Promise<Ran[]> =>
  deps.doesRenew ? runDueWork(deps, deps.clock.now(), { atOnce: ORDERS_AT_ONCE, paysOpen: false, stopping }) : [];
