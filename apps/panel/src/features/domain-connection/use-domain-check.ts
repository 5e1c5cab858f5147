import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** How long after a look a page that waits for changes looks again. */
const LOOK_AGAIN_MS = 40_000;
/** Somebody else is looking: what they find is there in a moment. */
const ASK_AGAIN_MS = 2_000;

type Failure = DomainConnectData['failure'];

export type DomainCheck = {
  isChecking: boolean;
  /** When the page looks again by itself, in milliseconds since 1970; null where it doesn't. */
  nextLookAt: number | null;
  /** The last look came to no answer of ours. */
  error: Error | null;
  check: () => void;
};

type Options<Found> = {
  domain: string;
  /** How it is looked. */
  look: MutationOptions<Found, Error, void>;
  isElsewhere: boolean;
  /** Nothing is waited for any more. */
  isDone: boolean;
  /** What a look came to; `no-answer` where the server didn't say. */
  onLooked?: (failure: Failure | 'no-answer') => void;
};

/** Looks at the domain when the page opens, on demand, and again by itself until all is right and while somebody sees the page. */
export function useDomainCheck<Found extends { failure: Failure }>({
  domain,
  look,
  isElsewhere,
  isDone,
  onLooked,
}: Options<Found>): DomainCheck {
  const t = useText();
  const { mutate, isPending, isIdle, error } = useMutation(look);
  const [endedAt, setEndedAt] = useState<number | null>(null);
  const pause = isElsewhere ? ASK_AGAIN_MS : LOOK_AGAIN_MS;
  const nextLookAt = endedAt === null || isPending || (isDone && !isElsewhere) ? null : endedAt + pause;

  function start(isAsked: boolean): void {
    const tell = (failure: Failure | 'no-answer') => {
      onLooked?.(failure);
      if (failure !== null && isAsked) showToast(t('domainConnection.dnsFailure', { domain }), { kind: 'error' });
    };
    mutate(undefined, {
      onSuccess: ({ failure }) => tell(failure),
      onError: () => tell('no-answer'),
      onSettled: () => setEndedAt(Date.now()),
    });
  }
  const open = useEffectEvent(() => start(true));
  useEffect(() => open(), []);

  const lookAgain = useEffectEvent(() => start(false));
  useEffect(() => {
    if (nextLookAt === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(lookAgain, Math.max(0, nextLookAt - Date.now()));
    };
    plan();
    document.addEventListener('visibilitychange', plan);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [nextLookAt]);
  return { isChecking: isPending || isElsewhere || isIdle, nextLookAt, error, check: () => start(true) };
}
