import { useEffect, useState } from 'react';
import { isChunkError, loadChunk } from '../reload/chunk-errors.ts';
import { createStore, useStore } from '../store/store.ts';
import { atRest } from './at-rest.ts';
import { afterPress, beforeUse } from './before-use.ts';

type Load<Part extends object> = () => Promise<Part>;

/**
 * `soon` loads in advance, as soon as the screen itself leaves time for it, so that the part is there when it is needed; it ignores a failure.
 * `onIntent` does so when somebody is about to use the screen. `now` is for a part that the visitor waits for.
 */
export type PartDue = 'later' | 'onIntent' | 'soon' | 'now';

const arrived = createStore<ReadonlyMap<Load<object>, object>>(new Map());
const keep = (load: Load<object>, part: object) => arrived.write(new Map(arrived.read()).set(load, part));

/** How many parts were asked for by a press and aren't shown yet. */
const asked = createStore(0);
export const useIsAskedPartMissing = (): boolean => useStore(asked) > 0;

/** A part of a screen that is loaded after the screen itself; null until it is there. `load` must be a constant of the module. */
export function usePart<Part extends object>(load: Load<Part>, when: PartDue): Part | null {
  const part = (useStore(arrived).get(load) ?? null) as Part | null;
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [atFirst] = useState(when);
  const isMissing = part === null;
  const isAsked = when === 'now' && atFirst !== 'now';
  useEffect(() => {
    if (!isMissing || when === 'later') return;
    if (when === 'onIntent') return beforeUse(() => void loadAhead(load));
    if (when === 'soon')
      return atRest(() => {
        load().then(
          (value) => keep(load, value),
          () => {},
        );
      });
    (isAsked ? loadOnceOnline(load) : loadChunk(load)).then(
      (value) => keep(load, value),
      (error: unknown) => setFailure({ error }),
    );
  }, [isMissing, isAsked, load, when]);
  useEffect(() => {
    if (!isMissing || !isAsked || failure) return;
    asked.write(asked.read() + 1);
    return () => asked.write(asked.read() - 1);
  }, [isMissing, isAsked, failure]);
  if (failure) throw failure.error;
  return part;
}

/** Loads a part before the screen is drawn, which then has it at once. */
export async function preparePart<Part extends object>(load: Load<Part>): Promise<void> {
  keep(load, await load());
}

async function loadAhead<Part extends object>(load: Load<Part>): Promise<void> {
  try {
    const part = await load();
    await afterPress();
    keep(load, part);
  } catch {
    // It is loaded again when it is needed.
  }
}

/** A press while the line is away must not cost the screen that is there: the part comes when the line is back. */
async function loadOnceOnline<Part extends object>(load: Load<Part>): Promise<Part> {
  for (;;) {
    try {
      return await loadChunk(load);
    } catch (error) {
      if (navigator.onLine || !isChunkError(error)) throw error;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
}
