/** A browser has few connections per server, so a tab that stays hidden for this long closes its own. */
const HIDDEN_MS = 20_000;

const isWatched = (): boolean => document.visibilityState === 'visible' && navigator.onLine;

/** Resolves when this tab is visible and the machine is online. */
export async function untilVisible(stopped: AbortSignal): Promise<void> {
  if (isWatched() || stopped.aborted) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!isWatched() && !stopped.aborted) return;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      stopped.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    stopped.addEventListener('abort', look);
  });
}

/** Calls `onLeft` when the machine goes offline or the tab was hidden for a while. Returns the function that stops watching. */
export function whenHidden(onLeft: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(onLeft, HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('offline', onLeft);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('offline', onLeft);
  };
}

/** Waits for the given time, or until it is stopped or the machine comes online. */
export async function pause(millis: number, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      stopped.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    window.addEventListener('online', end);
    stopped.addEventListener('abort', end);
  });
}
