import { reportEvent } from '../../lib/events/analytics.ts';
import { isTraced, traceSampleRate } from '../../lib/events/trace-sampling.ts';
import type { PanelRouter } from '../router.tsx';

/** Tells of a sampled visit how long each screen took to open. Spec 1 §9, Trace sample rate. */
export function traceScreens(router: PanelRouter): void {
  if (!isTraced(traceSampleRate(import.meta.env.PROD), Math.random())) return;
  let startedAt: number | null = null;
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    // A redirect on the way belongs to the same wait.
    if (pathChanged) startedAt ??= performance.now();
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    if (startedAt === null) return;
    reportEvent('screen_trace', { path: toLocation.pathname, ms: Math.round(performance.now() - startedAt) });
    startedAt = null;
  });
}
