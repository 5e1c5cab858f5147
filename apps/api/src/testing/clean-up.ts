import type { Services } from '../feature/services.ts';
import { FEATURES } from '../features/index.ts';
import { cleanUp as cleanUpOf } from '../start/start-sweeps.ts';

/** What the clean-up sweep of a running server does. */
export const cleanUp = (deps: Pick<Services, 'db' | 'clock'>): Promise<void> => cleanUpOf(FEATURES, deps);
