import { exportMailboxes } from '@postern/contract/mailboxes';
import type { MailboxView } from '@postern/domain/mailboxes';
import { downloadFile } from '../../../lib/http/download-file.ts';
import { viewInput } from '../mailbox-view.ts';

/** Saves the mailboxes that a search and a view find as a table. Throws ApiError. */
export const exportMailboxList = (search: string, view: MailboxView, fileName: string): Promise<void> =>
  downloadFile(exportMailboxes, { ...(search === '' ? {} : { q: search }), ...viewInput(view) }, fileName);
