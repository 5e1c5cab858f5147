import { useEffect, useEffectEvent } from 'react';
import { type SignIn, useSignIn } from '../sign-in/use-sign-in.ts';
import type { Typed } from './typed-import.ts';

type TypedForm = { values: Pick<Typed, 'remoteEmail' | 'signInId'>; change: (changes: Partial<Typed>) => void };

/** The sign-in for the typed address. One that is about another address says and counts nothing. */
export function useSignInOf({ values, change }: TypedForm): SignIn {
  const signIn = useSignIn();
  const isOther = signIn.remoteEmail !== null && signIn.remoteEmail !== values.remoteEmail.trim();
  const shown: SignIn = isOther ? { ...signIn, step: 'none', signInId: null, otherEmail: null } : signIn;
  const wanted = shown.signInId ?? '';
  const keep = useEffectEvent((signInId: string) => change({ signInId }));
  useEffect(() => {
    if (wanted !== values.signInId) keep(wanted);
  }, [wanted, values.signInId]);
  return shown;
}
