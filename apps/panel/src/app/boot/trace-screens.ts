import { reportEvent } from '../../lib/events/analytics.ts';
import { isTraced, traceSampleRate } from '../../lib/events/trace-sampling.ts';
import type { PanelRouter } from '../router.tsx';

/** Reports how long each screen of a sampled visit took to open. Spec 1 §9, Trace sample rate. */
export function traceScreens(router: PanelRouter): void {
  if (!isTraced(traceSampleRate(import.meta.env.PROD), Math.random())) return;
  let startedAt: number | null = null;
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    // A redirect on the way counts towards the same wait.
    if (pathChanged) startedAt ??= performance.now();
  });
  router.subscribe('onResolved', ({ toLocation }) => {
    if (startedAt === null) return;
    reportEvent('screen_trace', { path: toLocation.pathname, ms: Math.round(performance.now() - startedAt) });
    startedAt = null;
  });
}
