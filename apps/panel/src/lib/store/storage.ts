/** Browser storage may be full, blocked or absent: then reading finds nothing and writing changes nothing. */
type Area = 'local' | 'session';

function withStorage<T>(area: Area, fallback: T, work: (storage: Storage) => T): T {
  try {
    return work(area === 'local' ? window.localStorage : window.sessionStorage);
  } catch {
    return fallback;
  }
}

export const readItem = (area: Area, key: string): string | null =>
  withStorage(area, null, (storage) => storage.getItem(key));
export const writeItem = (area: Area, key: string, value: string): void =>
  withStorage(area, undefined, (storage) => storage.setItem(key, value));
export const removeItem = (area: Area, key: string): void =>
  withStorage(area, undefined, (storage) => storage.removeItem(key));
