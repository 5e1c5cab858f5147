import type { BulkKind, previewBulk } from '@postern/contract/bulk';
import type { InputOf } from '@postern/contract/operation';
import { readItem, removeItem, writeItem } from '../store/storage.ts';

export type BulkAction = Exclude<BulkKind, 'createMailboxes' | 'importMail'>;

/** What finds mailboxes: a search and filters, as the job's preview takes them. */
export type MailboxFind = Omit<NonNullable<InputOf<typeof previewBulk>['matching']>, 'except'>;

/** The mailboxes chosen in the list: by their addresses, or all results of a search except some. */
type ChosenMailboxes = { emails: readonly string[] } | { found: MailboxFind; except: readonly string[] };

/** An action on chosen mailboxes of a domain, and the search and filters of the list that they were chosen in. */
export type BulkSelection = {
  bundleId: string;
  action: BulkAction;
  chosen: ChosenMailboxes;
  listedBy?: Readonly<Record<string, string>>;
};

const ITEM = 'postern.bulk-selection';

/** Hands a selection from the list to the screen that asks for confirmation, and back if nothing was started; it survives a reload. */
export const keepBulkSelection = (selection: BulkSelection): void =>
  writeItem('session', ITEM, JSON.stringify(selection));

export const forgetBulkSelection = (): void => removeItem('session', ITEM);

export function readBulkSelection(bundleId: string): BulkSelection | null {
  try {
    const kept = JSON.parse(readItem('session', ITEM) ?? 'null') as BulkSelection | null;
    const isReadable = kept !== null && ('emails' in kept.chosen || 'found' in kept.chosen);
    return isReadable && kept.bundleId === bundleId ? kept : null;
  } catch {
    return null;
  }
}
