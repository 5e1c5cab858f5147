import { useEffect, useState } from 'react';
import { loadChunk } from '../reload/chunk-errors.ts';
import { createStore, useStore } from '../store/store.ts';

type Load<Part extends object> = () => Promise<Part>;

const arrived = createStore<ReadonlyMap<Load<object>, object>>(new Map());
const keep = (load: Load<object>, part: object) => arrived.write(new Map(arrived.read()).set(load, part));

/**
 * A part of a screen that is loaded after the screen itself; null until it is there. `soon` loads it in advance, so that it is there
 * when it is needed, and ignores a failure; `now` is for a part that the visitor waits for. `load` must be a constant of the module.
 */
export function usePart<Part extends object>(load: Load<Part>, when: 'later' | 'soon' | 'now'): Part | null {
  const part = (useStore(arrived).get(load) ?? null) as Part | null;
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const isMissing = part === null;
  useEffect(() => {
    if (!isMissing || when === 'later') return;
    const fetched = when === 'now' ? loadChunk(load) : load();
    fetched.then(
      (value) => keep(load, value),
      (error: unknown) => when === 'now' && setFailure({ error }),
    );
  }, [isMissing, load, when]);
  if (failure) throw failure.error;
  return part;
}
