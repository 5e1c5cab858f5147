import { NEW_MAILBOX_COLUMNS, readNewMailboxes } from '@postern/domain/bulk';
import { useCallback, useEffect } from 'react';
import { takeDraft, useKeptDraft } from '../../lib/reload/drafts.ts';
import { rememberForVisit } from '../../lib/store/visit-memory.ts';

const FORM = 'bulk-create';

/** A list with passwords isn't put into storage. */
const hasPasswords = (text: string): boolean =>
  readNewMailboxes(text).mailboxes.some(({ password }) => password !== '');

/** The typed list. It survives leaving the screen, and also a reload if it has no passwords. */
const left = rememberForVisit('');

export const readListDraft = (): string => takeDraft<string>(FORM) ?? left.read();

export function useListDraft(text: string): void {
  const read = useCallback(() => (hasPasswords(text) ? '' : text), [text]);
  useKeptDraft(FORM, read);
  useEffect(() => {
    left.write(text);
  }, [text]);
}

/** Fills in the list of mailboxes to create, for another screen. Text already typed there is kept first. */
export const offerNewMailboxes = (emails: readonly string[]): void => {
  const typed = left.read();
  const lines = emails.filter((email) => !typed.includes(email));
  left.write([typed.trimEnd(), ...lines].filter((line) => line !== '').join('\n'));
};

export const forgetListDraft = (): void => left.write('');

/** The column headings of the template file. */
export const TEMPLATE_HEADINGS = NEW_MAILBOX_COLUMNS;
