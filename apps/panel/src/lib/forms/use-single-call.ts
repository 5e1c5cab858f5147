import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../http/api-error.ts';
import { randomId } from '../http/random-id.ts';

type Done<Output, Input> = (output: Output, input: Input) => void;
type Failed = (error: Error) => void;
type Content<Input> = Omit<Input, 'idempotencyKey'>;

/** A mutation behind a button. A second press before the button shows that it is pending starts nothing. */
export function useSingleCall<Output, Input>(
  options: MutationOptions<Output, Error, Input>,
  onDone: Done<Output, Input>,
) {
  const { start, ...call } = useGuardedCall(options, onDone, () => {});
  return { ...call, run: (input: Input) => start(() => input) };
}

/**
 * A single call that creates something, under an Idempotency-Key: the same one for the same content while the server's decision isn't known,
 * so that a retry never creates it twice. After a decision the same content is a new wish.
 */
export function useKeyedCall<Output, Input extends { idempotencyKey?: string }>(
  options: MutationOptions<Output, Error, Input>,
  onDone: Done<Output, Input>,
  onFailed: Failed = () => {},
) {
  const last = useRef<{ content: string; key: string } | null>(null);
  function keyFor(input: Content<Input>): string {
    const content = JSON.stringify(input);
    if (last.current?.content !== content) last.current = { content, key: randomId() };
    return last.current.key;
  }
  const { start, ...call } = useGuardedCall(
    options,
    (output, input) => {
      last.current = null;
      onDone(output, input);
    },
    (error) => {
      if (!(error instanceof ApiError) || (error.kind === 'refused' && error.status < 500)) last.current = null;
      onFailed(error);
    },
  );
  return {
    ...call,
    run: (input: Content<Input>) => start(() => ({ ...input, idempotencyKey: keyFor(input) }) as unknown as Input),
  };
}

function useGuardedCall<Output, Input>(
  options: MutationOptions<Output, Error, Input>,
  onSuccess: Done<Output, Input>,
  onError: Failed,
) {
  const { mutate, isPending, error, reset, variables } = useMutation(options);
  const running = useRef(false);
  function start(makeInput: () => Input) {
    if (running.current) return;
    running.current = true;
    const onSettled = () => {
      running.current = false;
    };
    mutate(makeInput(), { onSuccess, onError, onSettled });
  }
  return {
    start,
    pending: isPending,
    error,
    /** Forgets the call. If it still runs, its result is ignored, so the next one may start. */
    reset() {
      running.current = false;
      reset();
    },
    sent: variables,
  };
}
