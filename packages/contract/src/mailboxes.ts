import * as z from 'zod/mini';
import { address } from './address.ts';
import { fileDownload, operation } from './operation.ts';
import { bundleQuery, epochMillis, listQuery, text, uuid } from './shapes.ts';

/** A mailbox as its admin sees it. Sizes in MB (1 MB = 1,048,576 bytes), `quotaUsed` with three places. Spec 2 §3, Mail account. */
export const mailAccount = z.object({
  id: uuid,
  email: z.string(),
  displayName: z.string(),
  isAdmin: z.boolean(),
  isCatchAll: z.boolean(),
  status: z.enum(['active', 'suspended']),
  quotaUsed: z.number(),
  quotaLimit: z.number(),
  createdOnEpochMillis: epochMillis,
  /** When someone last signed in to the panel with it; absent if nobody has. */
  lastSignInEpochMillis: z.optional(epochMillis),
  /** The mail server doesn't have it yet. Only a list filtered by `creating` has such mailboxes. */
  isCreating: z.optional(z.boolean()),
  alternateEmail: z.optional(z.string()),
  flags: z.array(z.string()),
  aliases: z.array(z.string()),
  addons: z.array(z.object({ id: uuid, type: z.string(), status: z.enum(['active', 'suspended']) })),
  addonHeadings: z.array(z.string()),
  /** Translations of each heading, in the same order; absent without headings. */
  addonNames: z.optional(z.array(z.record(z.string(), z.string()))),
});

/** Which mailboxes are wanted; an absent filter lets every one through. The values are those of the domain's `MailboxView`. */
export const mailboxFilters = {
  status: z.optional(z.enum(['active', 'suspended', 'full'])),
  role: z.optional(z.enum(['admin', 'member'])),
  /** The type of an add-on that the mailbox has. */
  addOn: z.optional(text(100)),
};

/** How the list is sorted (by address unless `sort` says otherwise) and filtered. A cursor belongs to the sort that it came with. */
export const mailboxView = {
  sort: z.optional(z.enum(['address', 'name', 'created', 'storage', 'signIn'])),
  order: z.optional(z.enum(['ascending', 'descending'])),
  ...mailboxFilters,
  /** `creating`: the mail server doesn't have it yet. All others leave such mailboxes out. */
  status: z.optional(z.enum(['active', 'suspended', 'full', 'creating'])),
};

export const listMailboxes = operation({
  id: 'listMailboxes',
  summary: "List the domain's mailboxes, sorted and filtered, a page at a time.",
  description:
    'By address unless `sort` says otherwise. Read on with `nextCursor`, in the same order, until it is null. `q` searches in addresses and names: each of its words must be in one of them, accents and case do not matter. `email` finds the one mailbox with exactly this address, whatever the others say. For admins of the domain and for staff.',
  feature: 'mailboxes',
  method: 'GET',
  path: '/panel/account/email/list',
  access: 'session',
  // A cursor of a list by name holds a name, in any script.
  input: z.object({
    ...{ ...bundleQuery, ...listQuery, ...mailboxView, cursor: z.optional(text(4000)) },
    email: z.optional(address),
  }),
  output: z.object({
    accounts: z.array(mailAccount),
    nextCursor: z.nullable(z.string()),
    /** How many there are in all; null for a search or a filter with more than a page of matches. */
    total: z.nullable(z.number()),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const readOwnMailbox = operation({
  id: 'readOwnMailbox',
  summary: "Read the caller's own mailbox: its storage, and who administers the domain.",
  description:
    'For mailbox users. Sizes in MB, as in listMailboxes. `admins` are the active admins of the domain, at most 10, by address.',
  feature: 'mailboxes',
  method: 'GET',
  path: '/panel/account/email/own',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({
    ...{ email: z.string(), displayName: z.string(), quotaUsed: z.number(), quotaLimit: z.number() },
    aliases: z.array(z.string()),
    admins: z.array(z.object({ email: z.string(), displayName: z.string() })),
  }),
  errors: ['NOT_AUTHORIZED'],
});

/** The list as a file, with as many rows as are found. It is sent as it is read, and breaks off if reading fails. */
export const exportMailboxes = fileDownload({
  id: 'exportMailboxes',
  summary: "Download the domain's mailboxes as a table (CSV), sorted and filtered as the list is.",
  description:
    'One row for each mailbox, however many there are, in UTF-8 with a byte order mark. Cells that a spreadsheet would take for a formula begin with an apostrophe. If the connection breaks before the end of the answer, the file is incomplete. For admins of the domain and for staff.',
  feature: 'mailboxes',
  method: 'GET',
  path: '/panel/account/email/export',
  access: 'session',
  query: z.object({ ...bundleQuery, q: listQuery.q, ...mailboxView }),
  mediaType: 'text/csv',
  errors: ['NOT_AUTHORIZED'],
});

export const createMailbox = operation({
  id: 'createMailbox',
  summary: 'Create a mailbox. It receives mail at once.',
  description:
    "For admins of the domain and for staff. `email` is the whole address, or only the part before the @. The mailbox exists on the mail server when the answer arrives. A new admin needs the caller's password first (PASSWORD_NEEDED).",
  feature: 'mailboxes',
  method: 'POST',
  path: '/panel/account/email/create',
  access: 'session',
  input: z.object({
    email: address,
    password: text(1000),
    isAdmin: z._default(z.boolean(), false),
    alternateEmail: z.optional(address),
    displayName: z.optional(text(200)),
  }),
  output: z.object({ account: mailAccount }),
  needsPassword: ({ isAdmin }) => isAdmin,
  errors: [
    'PASSWORD_NEEDED',
    'NOT_AUTHORIZED',
    'EMAIL_EXISTS',
    'MAILBOX_LIMIT_REACHED',
    'TRIAL_LIMIT_REACHED',
    'PLAN_EXPIRED',
    'MAIL_BACKEND_UNAVAILABLE',
  ],
});

export type MailAccount = z.infer<typeof mailAccount>;
