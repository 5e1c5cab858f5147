import { readItem, removeItem, writeItem } from '../store/storage.ts';
import { createStore, useStore } from '../store/store.ts';

const ITEM = 'postern.staff';

/** The session of a member of staff. It belongs to this tab and stays signed in during a visit, which has a session of its own. */
const token = createStore<string | null>(readItem('session', ITEM));

export const readStaffToken = (): string | null => token.read();
export const useStaffToken = (): string | null => useStore(token);
export const hasStaffToken = (): boolean => token.read() !== null;

export function saveStaffToken(next: string): void {
  writeItem('session', ITEM, next);
  token.write(next);
}

export function clearStaffToken(): void {
  removeItem('session', ITEM);
  token.write(null);
}
