import { type Area, openStorage } from './storage.ts';

const PROBE = 'postern.probe';

/** Whether what is written is still there on the next visit. */
export function isKept(area: Area): boolean {
  try {
    const storage = openStorage(area);
    storage.setItem(PROBE, '1');
    storage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}
