import type { Services } from '../feature/services.ts';
import { FEATURES } from '../features/index.ts';
import { cleanUpHttp } from '../http/clean-up-http.ts';
import { runCleanUps } from '../jobs/clean-up.ts';

/** Does what a running server's clean-up sweep does. */
export const cleanUp = (deps: Pick<Services, 'db' | 'clock'>): Promise<void> =>
  runCleanUps(deps, [cleanUpHttp, ...FEATURES.flatMap(({ cleanUps = [] }) => cleanUps)]);
