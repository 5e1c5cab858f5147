import type { MailboxDialog } from './mailbox-dialog.ts';

/** The props of every dialog about one mailbox. */
export type DialogProps = Omit<MailboxDialog, 'kind'> & { open: boolean; onClose: () => void };
