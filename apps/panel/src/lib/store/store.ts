import { useSyncExternalStore } from 'react';

export type Store<T> = { read: () => T; write: (next: T) => void; subscribe: (listener: () => void) => () => void };

/** A value that code outside React writes and components subscribe to. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    write: (next) => {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.read, store.read);
