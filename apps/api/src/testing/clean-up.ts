import type { Services } from '../feature/services.ts';
import { FEATURES } from '../features/index.ts';
import { runCleanUps } from '../jobs/clean-up.ts';
import { allCleanUps } from '../start/clean-ups.ts';

/** Does what a running server's clean-up sweep does. */
export const cleanUp = (deps: Pick<Services, 'db' | 'clock' | 'keep'>): Promise<void> =>
  runCleanUps(deps, allCleanUps(FEATURES));
