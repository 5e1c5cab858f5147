/**
 * Browser storage may be full, blocked, as inside another page's frame, or absent. What couldn't be written is kept in memory, for as long as
 * the page lives.
 */
export type Area = 'local' | 'session';

const unwritten = new Map<string, string>();

/** @throws where the browser allows no storage */
export const openStorage = (area: Area): Storage => window[`${area}Storage`];

export function readItem(area: Area, key: string): string | null {
  try {
    return unwritten.get(area + key) ?? openStorage(area).getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(area: Area, key: string, value: string): void {
  try {
    openStorage(area).setItem(key, value);
    unwritten.delete(area + key);
  } catch {
    unwritten.set(area + key, value);
  }
}

export function removeItem(area: Area, key: string): void {
  unwritten.delete(area + key);
  try {
    openStorage(area).removeItem(key);
  } catch {
    // Storage that isn't allowed holds nothing.
  }
}
