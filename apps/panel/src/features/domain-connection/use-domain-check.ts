import type { DomainConnectData } from '@postern/contract/domain-connection';
import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../../lib/i18n/texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** How long to wait before the next check. */
const LOOK_AGAIN_MS = 40_000;
/** Wait this long if another check is running, whose result will arrive soon. */
const ASK_AGAIN_MS = 2_000;

type Failure = DomainConnectData['failure'];

export type DomainCheck = {
  isChecking: boolean;
  /** The time of the next automatic check, in milliseconds since 1970; null if there is none. */
  nextLookAt: number | null;
  /** The last check got no answer from our server. */
  error: Error | null;
  check: () => void;
};

type Options<Found> = {
  domain: string;
  /** The mutation that checks. */
  look: MutationOptions<Found, Error, void>;
  isElsewhere: boolean;
  /** Whether everything is right, so that no check is needed. */
  isDone: boolean;
  /** Called with the result of a check; `no-answer` if the server didn't answer. */
  onLooked?: (failure: Failure | 'no-answer') => void;
};

/** Then every record was asked for, and the answer was that there is no such name. The page says so in its place. */
const isNotFound = (failure: Failure | 'no-answer'): boolean =>
  failure === 'HOST_NOT_FOUND' || failure === 'DOMAIN_NOT_FOUND';

/** Checks the domain when the page opens, on demand, and repeatedly while the page is visible until all is right. */
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
      if (failure !== null && !isNotFound(failure) && isAsked)
        showToast(t('domainConnection.dnsFailure', { domain }), { kind: 'error' });
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
