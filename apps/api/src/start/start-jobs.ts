import type { Feature } from '../feature/feature.ts';
import type { Services } from '../feature/services.ts';

/** Starts to work on the jobs of all features. */
export const startJobs = (features: readonly Feature[], services: Services): Promise<void> =>
  services.jobs.start(
    features.flatMap(({ jobs = [] }) => jobs).map(({ queue, run }) => ({ queue, run: (data) => run(services, data) })),
  );
