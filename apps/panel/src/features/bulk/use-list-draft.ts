import { NEW_MAILBOX_COLUMNS, readNewMailboxes } from '@postern/domain/bulk';
import { useCallback, useEffect } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';

const FORM = 'bulk-create';

/** A list with passwords isn't put into storage. */
const hasPasswords = (text: string): boolean =>
  readNewMailboxes(text).mailboxes.some(({ password }) => password !== '');

export type ListDraft = { csv: string; mailLinks: boolean };

const EMPTY: ListDraft = { csv: '', mailLinks: false };

/** What was typed and ticked. It survives leaving the screen, and also a reload, except for a list with passwords. */
const left = rememberForVisit(EMPTY);

export function readListDraft(): ListDraft {
  const kept = takeDraft<ListDraft | string>(FORM);
  // A release before this one kept the list alone, and may have been the one that reloaded.
  return typeof kept === 'string' ? { ...EMPTY, csv: kept } : (kept ?? left.read());
}

export function useListDraft({ csv, mailLinks }: ListDraft): void {
  const read = useCallback((): ListDraft => ({ csv: hasPasswords(csv) ? '' : csv, mailLinks }), [csv, mailLinks]);
  useKeptDraft(FORM, read);
  useEffect(() => {
    left.write({ csv, mailLinks });
  }, [csv, mailLinks]);
}

/** Fills in the list of mailboxes to create, for another screen. Text already typed there is kept first. */
export const offerNewMailboxes = (emails: readonly string[]): void => {
  const { csv: typed, mailLinks } = left.read();
  const lines = emails.filter((email) => !typed.includes(email));
  left.write({ csv: [typed.trimEnd(), ...lines].filter((line) => line !== '').join('\n'), mailLinks });
};

export const forgetListDraft = (): void => left.write(EMPTY);

/** The column headings of the template file. */
export const TEMPLATE_HEADINGS = NEW_MAILBOX_COLUMNS;
