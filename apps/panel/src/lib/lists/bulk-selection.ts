import type { BulkKind } from '@postern/contract/bulk';
import { readItem, removeItem, writeItem } from '../store/storage.ts';

export type BulkAction = Exclude<BulkKind, 'createMailboxes'>;

/** Mailboxes that were chosen in the list: these, or all that a search finds but some. */
type ChosenMailboxes = { emails: readonly string[] } | { q: string; except: readonly string[] };

/** What is to be done with which mailboxes of which domain. */
export type BulkSelection = { bundleId: string; action: BulkAction; chosen: ChosenMailboxes };

const ITEM = 'postern.bulk-selection';

/** Hands a selection from the list to the screen that asks before it is done; a reload doesn't lose it. */
export const keepBulkSelection = (selection: BulkSelection): void =>
  writeItem('session', ITEM, JSON.stringify(selection));

export const forgetBulkSelection = (): void => removeItem('session', ITEM);

export function readBulkSelection(bundleId: string): BulkSelection | null {
  try {
    const kept = JSON.parse(readItem('session', ITEM) ?? 'null') as BulkSelection | null;
    return kept?.bundleId === bundleId ? kept : null;
  } catch {
    return null;
  }
}
