import { useEffect } from 'react';
import { forceSignOut } from '../../lib/access/sign-out.ts';
import { text } from '../../lib/i18n/texts.ts';
import { follow } from '../../lib/live/follow.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { isVisiting } from '../../lib/session/visit.ts';
import { collectLiveEvents } from './collect-live-events.ts';

/** Shows what others change in the active domain, as long as a person is signed in. */
export function useLiveChanges(): void {
  const { authToken, bundleId } = useSession();
  useEffect(() => {
    if (!authToken || !bundleId) return;
    const events = collectLiveEvents(bundleId);
    // The owner ended the visit. Leave it at once, not only when the supporter next presses something.
    const stop = follow(events.take, () => {
      if (isVisiting()) forceSignOut(text('app.visitEnded'));
    });
    return () => {
      stop();
      events.drop();
    };
  }, [authToken, bundleId]);
}
