import { useEffect } from 'react';
import { readItem, removeItem, writeItem } from '../store/storage.ts';

type ReadDraft = () => unknown;
const open = new Map<string, ReadDraft>();
const itemName = (form: string): string => `postern.draft.${form}`;

/**
 * Keeps what was typed when the panel has to reload itself (Spec 1 §8, chunk failure). Nothing is written before that moment.
 * Never give it a password: `read` returns only what may lie in session storage.
 */
export function useKeptDraft(form: string, read: ReadDraft): void {
  useEffect(() => {
    open.set(form, read);
    return () => {
      open.delete(form);
    };
  }, [form, read]);
}

/** Takes what a reload saved for this form; the next call gets nothing. */
export function takeDraft<T>(form: string): T | null {
  const saved = readItem('session', itemName(form));
  removeItem('session', itemName(form));
  try {
    return saved === null ? null : (JSON.parse(saved) as T);
  } catch {
    return null;
  }
}

export function saveOpenDrafts(): void {
  for (const [form, read] of open) writeItem('session', itemName(form), JSON.stringify(read()));
}
