import { useEffect, useState } from 'react';

const PAUSE_MS = 150;

/** The text after a pause in typing; an empty text at once. For searches that ask the server. */
export function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : paused;
}
