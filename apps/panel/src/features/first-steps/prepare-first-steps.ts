import { queryClient } from '../../lib/http/query-client.ts';
import { preparePart } from '../../lib/loading/use-part.ts';
import { domainConnectionQuery } from '../domain-connection/queries.ts';
import { firstStepsQuery } from './queries.ts';
import { readSeenSteps } from './seen-steps.ts';

/** The list of first steps, which only new customers see. */
export const loadFirstSteps = () => import('./first-steps-card.tsx');

/** Starts reading the facts, and the list's code along with them, unless the list has gone. */
export async function prepareFirstSteps(bundleId: string): Promise<void> {
  if (readSeenSteps(bundleId) === 'over') return;
  await Promise.all([
    // The list itself says if it can't be loaded.
    preparePart(loadFirstSteps).catch(() => undefined),
    queryClient.prefetchQuery(firstStepsQuery(bundleId)),
    queryClient.prefetchQuery(domainConnectionQuery(bundleId)),
  ]);
}
