import { useBlocker } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { reloadPage } from '../reload/reload-page.ts';
import { hasToken } from '../session/session-store.ts';

type Move = { current: { pathname: string }; next: { pathname: string } };

/**
 * Keeps unsaved input from being lost: by the dialog's Close, by another screen, by the browser's Back, by a reload. The first three lead to one
 * question in our words; before a reload the browser asks in its own.
 */
export function useUnsavedGuard(isUnsaved: boolean) {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  // When a session ends, the login comes up, whatever is open.
  const shouldBlockFn = useCallback(
    ({ current, next }: Move) => isUnsaved && hasToken() && current.pathname !== next.pathname,
    [isUnsaved],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isUnsaved && (() => hasToken() && !reloadPage.isReloading),
    disabled: !isUnsaved,
    withResolver: true,
  });
  return {
    isAsking: isUnsaved && (goOn !== null || blocker.status === 'blocked'),
    /** Closes what holds the input, or asks first. */
    close: (onClose: () => void) => (isUnsaved ? setGoOn(() => onClose) : onClose()),
    stay() {
      setGoOn(null);
      blocker.reset?.();
    },
    leave() {
      setGoOn(null);
      goOn?.();
      blocker.proceed?.();
    },
  };
}
