import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { reloadPage } from '../reload/reload-page.ts';
import { hasToken } from '../session/session-store.ts';

type Place = { pathname: string; search: unknown };
type Move = { current: Place; next: Place };

/** Whether a move within the address takes the form away: another path, or another value of what the form depends on. */
const takesAway = ({ current, next }: Move, dependsOn: readonly string[]): boolean =>
  current.pathname !== next.pathname || dependsOn.some((name) => valueOf(current, name) !== valueOf(next, name));

const valueOf = ({ search }: Place, name: string): unknown => (search as Record<string, unknown>)[name];

const ON_NOTHING: readonly string[] = [];

/** When a session ends, the login comes up, whatever is open; and a reload that we begin ourselves has no other way. */
const mayAsk = (): boolean => hasToken() && !reloadPage.isReloading;
const stayNowhere = () => false;

type Ask = (goOn: () => void) => void;

/** The screens and dialogs that hold unsaved input, the innermost last. */
const asking = new Set<Ask>();

/** Does what throws the screen away without leaving its address, such as a switch of the domain; with unsaved input only after its question. */
export function afterUnsaved(goOn: () => void): void {
  const ask = [...asking].at(-1);
  if (ask) ask(goOn);
  else goOn();
}

/** The browser asks before a reload throws away what was typed, on a screen that otherwise remembers it. */
export function useReloadGuard(isUnsaved: boolean): void {
  useBlocker({ shouldBlockFn: stayNowhere, enableBeforeUnload: isUnsaved && mayAsk, disabled: !isUnsaved });
}

/**
 * Keeps unsaved input from being lost: by the dialog's Close, by another screen, by the browser's Back, by a reload. The first three lead to one
 * question in our words; before a reload the browser asks in its own. `dependsOn` names the parts of the query that the screen with the form
 * depends on; others may change while it stays.
 */
export function useUnsavedGuard(isUnsaved: boolean, dependsOn: readonly string[] = ON_NOTHING) {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask: Ask = (next) => setGoOn(() => next);
    asking.add(ask);
    return () => void asking.delete(ask);
  }, [isUnsaved]);
  const shouldBlockFn = useCallback(
    (move: Move) => isUnsaved && mayAsk() && takesAway(move, dependsOn),
    [isUnsaved, dependsOn],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isUnsaved && mayAsk,
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

export type UnsavedGuard = ReturnType<typeof useUnsavedGuard>;
