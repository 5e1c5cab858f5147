import { useRef } from 'react';
import { ApiError } from '../http/api-error.ts';
import { randomId } from '../http/random-id.ts';

/**
 * The Idempotency-Key of a submit: the same for the same content while the server's decision isn't known, so that a retry never
 * does it twice. After a decision the same content is a new submit.
 */
export function useSubmitKey() {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    keyFor(input: object): string {
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: randomId() };
      return last.current.key;
    },
    settle(error: unknown): void {
      if (!(error instanceof ApiError) || (error.kind === 'refused' && error.status < 500)) last.current = null;
    },
  };
}
