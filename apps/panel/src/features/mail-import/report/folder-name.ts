import type { MessageKey } from '../../../lib/i18n/message-key.ts';
import type { Text } from '../../../lib/i18n/texts.ts';

/** The folders that every mailbox has, by their names on the server; people know them by the names of their language. */
const KNOWN: Record<string, MessageKey> = {
  INBOX: 'mailImport.folder.inbox',
  Sent: 'mailImport.folder.sent',
  Drafts: 'mailImport.folder.drafts',
  Trash: 'mailImport.folder.trash',
  Junk: 'mailImport.folder.junk',
  Archive: 'mailImport.folder.archive',
};

/** What people call a folder. */
export function folderName(folder: string, t: Text): string {
  const key = KNOWN[folder.toUpperCase() === 'INBOX' ? 'INBOX' : folder];
  return key === undefined ? folder : t(key);
}
