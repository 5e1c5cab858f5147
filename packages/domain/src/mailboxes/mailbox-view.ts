/** What the list of mailboxes can be sorted by. By address unless something else is asked for. */
export const MAILBOX_SORTS = ['address', 'name', 'created', 'storage', 'signIn'] as const;
export type MailboxSort = (typeof MAILBOX_SORTS)[number];

/** `full`: as much is stored as the mailbox may hold, or more. `creating`: the mail server doesn't have it yet. */
export const MAILBOX_STATUSES = ['active', 'suspended', 'full', 'creating'] as const;
export const MAILBOX_ROLES = ['admin', 'member'] as const;

/** How a list of mailboxes is sorted and filtered. An absent filter lets every mailbox through. */
export type MailboxView = {
  sort?: MailboxSort | undefined;
  descending?: boolean | undefined;
  status?: (typeof MAILBOX_STATUSES)[number] | undefined;
  role?: (typeof MAILBOX_ROLES)[number] | undefined;
  /** The type of an add-on that the mailbox has. */
  addOn?: string | undefined;
};

/** Whether a view leaves mailboxes out. */
export const isFiltered = ({ status, role, addOn }: MailboxView): boolean =>
  status !== undefined || role !== undefined || addOn !== undefined;
