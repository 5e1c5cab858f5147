import { useEffect, useState } from 'react';

/** The longest that a busy screen holds up what follows it. */
const REST_WITHIN_MS = 1_000;

/** Calls once the browser has nothing more urgent to do. Returns what calls it off. */
export function atRest(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: REST_WITHIN_MS });
  return () => cancelIdleCallback(request);
}

/** Whether the browser has had a moment without more urgent work since this was drawn. */
export function useIsAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => atRest(() => setAtRest(true)), []);
  return isAtRest;
}
