import type { Services } from '../../../feature/services.ts';
import { type Ran, runDueWork } from './run-due-work.ts';

type Deps = Pick<Services, 'doesRenew'> & Parameters<typeof runDueWork>[0];

/** Does what is due by now, unless the operator has left renewals off. */
export const renewBySweep = async (deps: Deps): Promise<Ran[]> =>
  deps.doesRenew ? runDueWork(deps, deps.clock.now()) : [];
