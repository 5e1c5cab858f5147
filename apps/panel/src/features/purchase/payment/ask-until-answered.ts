import { ApiError, hasCode } from '../../../lib/http/api-error.ts';

/** How long to wait before each further try. */
const PAUSES_MS = [500, 1_500, 3_000, 5_000, 8_000];
export const MAXIMUM_ATTEMPTS = PAUSES_MS.length + 1;

/** There was no answer to any try, so it isn't known what happened. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The bank takes its time: the payment is neither made nor failed, maybe for days. */
export const isAtBank = (error: unknown): boolean =>
  hasCode(error, 'PAYMENT_FAILED') && error.attrs['reason'] === 'processing';

type Options = {
  /** Whether a refusal is a final answer. */
  isFinal: (error: ApiError) => boolean;
  /** Called before each further try; the first one is 1. */
  onAttempt: (attempt: number) => void;
  pause?: (millis: number) => Promise<void>;
};

/** Repeats an idempotent call until it has an answer. Offline it waits for the connection, so that no try is wasted. */
export async function askUntilAnswered<T>(ask: () => Promise<T>, options: Options): Promise<T> {
  const { isFinal, onAttempt, pause = pauseOrOnline } = options;
  for (const [index, millis] of [...PAUSES_MS, null].entries()) {
    if (index > 0) onAttempt(index + 1);
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || isFinal(error)) throw error;
      if (millis === null) throw new NoAnswer(error.message, { cause: error });
    }
    await pause(millis);
  }
  throw new NoAnswer();
}

/** Waits for the given time, or until the connection is back. */
function pauseOrOnline(millis: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    window.addEventListener('online', end);
  });
}
