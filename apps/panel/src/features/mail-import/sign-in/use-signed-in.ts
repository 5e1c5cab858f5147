import { useEffect, useEffectEvent, useRef } from 'react';
import type { SignIn } from './use-sign-in.ts';

/** Continues as soon as the person has signed in, once for each sign-in. */
export function useSignedIn({ signInId }: SignIn, goOn: (signInId: string) => void): void {
  const used = useRef<string | null>(null);
  const go = useEffectEvent(goOn);
  useEffect(() => {
    if (signInId === null || used.current === signInId) return;
    used.current = signInId;
    go(signInId);
  }, [signInId]);
}
