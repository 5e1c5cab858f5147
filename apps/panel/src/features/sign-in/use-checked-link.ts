import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasCode } from '../../lib/http/api-error.ts';
import { useText } from '../../lib/i18n/texts.ts';
import { PATHS } from '../../lib/paths.ts';
import { showToast } from '../../lib/toasts.ts';

type Checked<Details> =
  | { kind: 'checking' }
  | { kind: 'good'; details: Details }
  | { kind: 'failed'; error: unknown; again: () => void };

/**
 * What a mailed link is for, read before anything is done with it. An invalid one leads to the login, where a toast says why; `offersNew`: with
 * a button for a new link. `read` must be a constant.
 */
export function useCheckedLink<Details>(
  read: (token: string, signal: AbortSignal) => Promise<Details>,
  token: string,
  offersNew = false,
): Checked<Details> {
  const leave = useExpiredLeave(offersNew);
  const [checked, setChecked] = useState<{ details: Details } | { error: unknown } | null>(null);
  const [tries, setTries] = useState(0);
  const fail = useEffectEvent((error: unknown) => {
    if (!leave(error)) setChecked({ error });
  });
  useEffect(() => {
    const aborter = new AbortController();
    read(token, aborter.signal).then(
      (details) => setChecked({ details }),
      (error: unknown) => {
        if (!aborter.signal.aborted) fail(error);
      },
    );
    return () => aborter.abort();
    // `tries` repeats the request.
  }, [read, token, tries]);
  function again() {
    setChecked(null);
    setTries(tries + 1);
  }
  if (checked === null) return { kind: 'checking' };
  return 'details' in checked ? { kind: 'good', ...checked } : { kind: 'failed', ...checked, again };
}

/** Opens the login with the reason if the error says that the link is invalid. */
export function useExpiredLeave(offersNew = false) {
  const t = useText();
  const navigate = useNavigate();
  return (error: unknown): boolean => {
    if (!hasCode(error, 'TOKEN_EXPIRED')) return false;
    const askAgain = { label: t('setPassword.newLink'), onPress: () => void navigate({ to: PATHS.resetPassword }) };
    showToast(t('setPassword.tokenExpiredMsg'), { kind: 'error', ...(offersNew && { actions: [askAgain] }) });
    void navigate({ to: PATHS.login, replace: true });
    return true;
  };
}
