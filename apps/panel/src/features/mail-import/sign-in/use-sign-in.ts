import type { ImportSignIn } from '@postern/contract/mail-import-sign-in';
import type { SignInProvider } from '@postern/domain/mail-import';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isFramed } from '../../../lib/frame/frame.ts';
import { leavePage } from '../../../lib/leave-page.ts';
import { saveOpenDrafts } from '../../../lib/reload/drafts.ts';
import { beginSignIn, type BegunSignIn, signInQuery } from './sign-in-queries.ts';
import { keepReturn, keepSecret, openWindow, sendOnErrand, takeSignedIn } from './sign-in-window.ts';

/** How a sign-in goes. `blocked`: the browser doesn't open the window, and in a frame there is no other way. `over`: it took too long. */
type SignInStep = 'none' | 'starting' | 'blocked' | 'over' | ImportSignIn['state'];

export type SignIn = {
  step: SignInStep;
  /** The finished sign-in, which takes the place of a password. */
  signInId: string | null;
  remoteEmail: string | null;
  otherEmail: string | null;
  /** Why it couldn't begin. */
  failure: Error | null;
  start: (provider: SignInProvider, remoteEmail: string) => void;
  /** Forgets it, because it was used or is about another address. */
  forget: () => void;
};

/** A sign-in at a provider in another window, or in this tab if the browser opens none. */
export function useSignIn(importToken?: string): SignIn {
  const { href } = useLocation();
  const [signInId, setSignInId] = useState(takeSignedIn);
  const [isStarting, setStarting] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const stopListening = useRef(() => {});
  useEffect(() => () => stopListening.current(), []);
  const asked = useQuery({ ...signInQuery(signInId ?? '', importToken), enabled: signInId !== null });

  function start(provider: SignInProvider, remoteEmail: string): void {
    const opened = openWindow();
    setBlocked(opened === null && isFramed());
    if (opened === null && isFramed()) return;
    setSignInId(null);
    setFailure(null);
    setStarting(true);
    const beginning = beginSignIn({ provider, remoteEmail, panelOrigin: window.location.origin }, importToken);
    stopListening.current();
    if (opened !== null) stopListening.current = sendOnErrand(opened, beginning);
    beginning.then(
      (begun) => {
        setStarting(false);
        if (opened === null) goThere(begun, href);
        else setSignInId(begun.signInId);
      },
      (error: Error) => {
        setStarting(false);
        setFailure(error);
        opened?.close();
      },
    );
  }

  const { data, error } = asked;
  const step = isBlocked
    ? 'blocked'
    : isStarting
      ? 'starting'
      : signInId === null
        ? 'none'
        : error
          ? 'over'
          : data?.state;
  return {
    step: step ?? 'waiting',
    signInId: data?.state === 'done' && signInId !== null && !error ? signInId : null,
    remoteEmail: data?.remoteEmail ?? null,
    otherEmail: data?.otherEmail ?? null,
    failure,
    start,
    forget: () => setSignInId(null),
  };
}

/** In this tab: what was typed is kept, and the way back. */
function goThere({ url, browserSecret, signInId }: BegunSignIn, path: string): void {
  saveOpenDrafts();
  keepSecret(browserSecret);
  keepReturn({ signInId, path });
  leavePage.to(url);
}
