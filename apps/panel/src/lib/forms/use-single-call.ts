import { type MutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation behind a button. A second press before the button shows that it is pending starts nothing. */
export function useSingleCall<Output, Input>(
  options: MutationOptions<Output, Error, Input>,
  onDone: (output: Output, input: Input) => void,
) {
  const { mutate, isPending, error, reset } = useMutation(options);
  const running = useRef(false);
  function run(input: Input) {
    if (running.current) return;
    running.current = true;
    mutate(input, {
      onSuccess: (output) => onDone(output, input),
      onSettled: () => {
        running.current = false;
      },
    });
  }
  return { run, pending: isPending, error, reset };
}
