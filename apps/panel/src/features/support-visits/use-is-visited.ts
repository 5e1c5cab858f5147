import { useQuery } from '@tanstack/react-query';
import { useIsAtRest } from '../../lib/loading/at-rest.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { supportVisitsQuery } from './queries.ts';

/**
 * Whether the owner has a bar or a question to see: a supporter is here, or waits. Most owners never have one, so only then are the
 * bar, the question and their texts loaded. Asked once the screen itself is there.
 */
export function useIsVisited(isOwner: boolean): boolean {
  const { bundleId = '' } = useSession();
  const isAtRest = useIsAtRest();
  const { data } = useQuery({ ...supportVisitsQuery(bundleId), enabled: isOwner && isAtRest && bundleId !== '' });
  return data?.visits.some(({ state }) => state === 'open' || state === 'waiting') ?? false;
}
