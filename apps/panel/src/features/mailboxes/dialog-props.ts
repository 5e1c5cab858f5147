import type { MailboxDialog } from './mailbox-dialog.ts';

/** What every dialog about one mailbox is given. */
export type DialogProps = Omit<MailboxDialog, 'kind'> & { open: boolean; onClose: () => void };
