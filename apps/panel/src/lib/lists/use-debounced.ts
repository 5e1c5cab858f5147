import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** The text once its writer pauses; the empty text at once. For searches that ask the server. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : paused;
}
