import type { Feature } from '../feature/feature.ts';
import type { Services } from '../feature/services.ts';
import type { Tracer } from '../observe/tracer.ts';

/** Starts to work on the jobs of all features. */
export const startJobs = (
  features: readonly Feature[],
  services: Services,
  tracer: Tracer | null = null,
): Promise<void> =>
  services.jobs.start(
    features
      .flatMap(({ jobs = [] }) => jobs)
      .map(({ queue, run }) => ({
        queue,
        run: (data) =>
          tracer === null
            ? run(services, data)
            : tracer.within(`job ${queue}`, 'consumer', { 'messaging.destination.name': queue }, () =>
                run(services, data),
              ),
      })),
  );
