import { readItem, removeItem, writeItem } from '../store/storage.ts';

/** A section of the panel that an address named before the sign-in, and the action to start there. Spec 1 §4, Internal redirect. */
export type SavedSection = { section: string | null; action: string | null };

const ITEM = 'postern.section';
const SHORT_NAME = /^[A-Za-z][\w-]{0,60}$/;

const nameOf = (value: unknown): string | null => (typeof value === 'string' && SHORT_NAME.test(value) ? value : null);

/** Keeps the section and action that the address names, until the sign-in is done. */
export function saveSection(search: Record<string, unknown>): void {
  const saved: SavedSection = { section: nameOf(search['section']), action: nameOf(search['action']) };
  if (saved.section !== null || saved.action !== null) writeItem('session', ITEM, JSON.stringify(saved));
}

/** Takes what was kept; the next sign-in of this tab gets nothing. */
export function takeSection(): SavedSection | null {
  const text = readItem('session', ITEM);
  removeItem('session', ITEM);
  try {
    return JSON.parse(text ?? 'null') as SavedSection | null;
  } catch {
    return null;
  }
}
