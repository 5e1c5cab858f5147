import type { Feature, Sweep } from '../feature/feature.ts';
import type { Services } from '../feature/services.ts';
import { runCleanUps } from '../jobs/clean-up.ts';
import { startSweep } from '../jobs/sweeps.ts';
import type { Tracer } from '../observe/tracer.ts';
import type { Metrics } from '../plugins/metrics.ts';
import type { Bell } from '../runtime/bell.ts';
import { allCleanUps } from './clean-ups.ts';

const CLEAN_UP_EVERY_MILLIS = 10 * 60_000;

/** Runs the clean-ups of all features. */
const cleanUp = (features: readonly Feature[], deps: Pick<Services, 'db' | 'clock' | 'keep'>): Promise<void> =>
  runCleanUps(deps, allCleanUps(features));

/** Starts the features' sweeps, and one that runs all clean-ups. `stop` tells running ones to end, and waits for them. */
export function startSweeps(
  features: readonly Feature[],
  services: Services,
  own: readonly Sweep[],
  onSweep: Metrics['onSweep'],
  tracer: Tracer | null = null,
): { stop: () => Promise<unknown> } {
  const sweeps = [
    ...features.flatMap((feature) => feature.sweeps ?? []),
    { name: 'clean-up', everyMillis: CLEAN_UP_EVERY_MILLIS, run: () => cleanUp(features, services) },
    ...own,
  ].map(({ name, everyMillis, run }) => {
    const work = async (stopping: AbortSignal, bell: Bell) => void (await run(services, stopping, bell));
    const traced =
      tracer === null
        ? work
        : (...how: Parameters<typeof work>) => tracer.within(`sweep ${name}`, 'internal', {}, () => work(...how));
    return { name, ...startSweep(name, everyMillis, services.log, traced, onSweep) };
  });
  services.db.onWake((name) => sweeps.find((sweep) => sweep.name === name)?.wake());
  return { stop: () => Promise.all(sweeps.map((sweep) => sweep.stop())) };
}
