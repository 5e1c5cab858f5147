import type { Login } from '@postern/contract/session';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { saveLogin } from '../../lib/session/session-store.ts';

/** Opens the panel of the visit after the dialog has closed, so that leaving doesn't warn about unsaved input. */
export function useEnterVisit(): (login: Login) => void {
  const navigate = useNavigate();
  const [login, setLogin] = useState<Login | null>(null);
  useEffect(() => {
    if (login === null) return;
    saveLogin(login);
    void navigate({ to: PATHS.redirectHandler });
  }, [login, navigate]);
  return setLogin;
}
