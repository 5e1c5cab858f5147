import type { Feature } from '../feature/feature.ts';
import { cleanUpHttp } from '../http/clean-up-http.ts';
import type { CleanUp } from '../jobs/clean-up.ts';
import { cleanUpAudit } from '../jobs/clean-up-audit.ts';

/** The clean-ups of the server itself and of its features. */
export const allCleanUps = (features: readonly Feature[]): CleanUp[] => [
  cleanUpHttp,
  cleanUpAudit,
  ...features.flatMap(({ cleanUps = [] }) => cleanUps),
];
