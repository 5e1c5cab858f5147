import { useEffect, useState } from 'react';

const LOOK_EVERY_MS = 5_000;

/** Whole minutes until an instant, rounded up; 0 once it has passed. */
export function useMinutesLeft(expiresAt: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 60_000));
}
