import { useEffect } from 'react';
import { follow } from '../../lib/live/follow.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { collectLiveEvents } from './collect-live-events.ts';

/** Shows what others change in the active domain, for as long as somebody is signed in. */
export function useLiveChanges(): void {
  const { authToken, bundleId } = useSession();
  useEffect(() => {
    if (!authToken || !bundleId) return;
    const events = collectLiveEvents(bundleId);
    const stop = follow(events.take);
    return () => {
      stop();
      events.drop();
    };
  }, [authToken, bundleId]);
}
