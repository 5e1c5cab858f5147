import { readSession } from '../../lib/session/session-store.ts';
import { readItem, writeItem } from '../../lib/store/storage.ts';
import { createStore, useStore } from '../../lib/store/store.ts';

/** How this person last saw the list: `over` once it has gone; from then on nothing is fetched. */
type SeenSteps = 'open' | 'folded' | 'over';

const itemName = (bundleId: string): string => `postern.first-steps.${bundleId}.${readSession().bllUserId ?? ''}`;

export function readSeenSteps(bundleId: string): SeenSteps | null {
  const seen = readItem('local', itemName(bundleId));
  return seen === 'open' || seen === 'folded' || seen === 'over' ? seen : null;
}

/** How often it was written: what shows it reads it again then. */
const writes = createStore(0);

export function useSeenSteps(bundleId: string): SeenSteps | null {
  return readAfter(bundleId, useStore(writes));
}

const readAfter = (bundleId: string, _writes: number): SeenSteps | null => readSeenSteps(bundleId);

export function rememberSteps(bundleId: string, seen: SeenSteps): void {
  writeItem('local', itemName(bundleId), seen);
  writes.write(writes.read() + 1);
}
