import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { readItem, removeItem } from '../../../lib/store/storage.ts';

/**
 * Name of the query flag, and of the session item in which an internal redirect leaves it. Spec 1 §4, Internal redirect.
 * @internal
 */
export const LAUNCH_FLAG = 'launchEmailCreation';

/** Opens the dialog once if the address or an internal redirect asked for it, and removes the flag. Spec 2 §4, create-account gate. */
export function useLaunchFlag(isReady: boolean, open: () => void): void {
  const navigate = useNavigate();
  const { [LAUNCH_FLAG]: flag } = useSearch({ strict: false }) as { [LAUNCH_FLAG]?: string };
  const launch = useEffectEvent(() => {
    const isStored = readItem('session', LAUNCH_FLAG) !== null;
    if (flag !== 'true' && !isStored) return;
    removeItem('session', LAUNCH_FLAG);
    if (flag) {
      void navigate({
        to: '.',
        search: (former: object) => ({ ...former, [LAUNCH_FLAG]: undefined }),
        replace: true,
      });
    }
    open();
  });
  useEffect(() => {
    if (isReady) launch();
  }, [isReady, flag]);
}
