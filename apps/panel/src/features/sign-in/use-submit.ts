import type { InputOf, Operation } from '@postern/contract/operation';
import { useRef, useState } from 'react';
import { call } from '../../lib/http/api-client.ts';
import { errorText } from '../../lib/http/error-text.ts';
import { useText } from '../../lib/i18n/texts.ts';

/** Sends a form's operation: whether it is pending, and why it failed. `onRefused` returns true if it handled the error. */
export function useSubmit<O extends Operation>(operation: O, onRefused: (error: unknown) => boolean = () => false) {
  const t = useText();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);

  async function submit(input: InputOf<O>, onDone: () => void): Promise<void> {
    if (running.current) return;
    running.current = true;
    setPending(true);
    setError(null);
    try {
      await call(operation, input);
      onDone();
    } catch (failure) {
      if (!onRefused(failure)) setError(failure);
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { submit, pending, failure: error === null ? null : errorText(error, t) };
}
