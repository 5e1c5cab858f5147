import * as z from 'zod/mini';
import { address } from './address.ts';
import { mailboxFilters } from './mailboxes.ts';
import { operation } from './operation.ts';
import { billingCycle, bundleQuery, currency, instant, text, uuid } from './shapes.ts';

/** What can be done with many mailboxes at once. Each mailbox, or each import into one, is a row of the job. */
const bulkKind = z.enum(['createMailboxes', 'suspend', 'unsuspend', 'resetPassword', 'delete', 'importMail']);

/** Why a row can't be done or wasn't, each with a sentence for a developer. A row that failed may be retried. */
export const BULK_ROW_CODES = {
  USER_NAME_REQUIRED: 'There is no address.',
  USER_NAME_TOO_LONG: 'The part before the @ is too long.',
  USER_NAME_HAS_PLUS: "A mailbox address can't contain a plus sign.",
  USER_NAME_CHARACTERS: 'The address contains characters that are not allowed.',
  USER_NAME_DOTS: 'A dot is first or last, or two are next to each other.',
  OTHER_DOMAIN: 'The address belongs to another domain.',
  TOP_BRAND: 'The address looks like one of a well-known company.',
  NAME_TOO_LONG: 'The name is too long.',
  NAME_INVALID: 'The name contains control characters.',
  ALTERNATE_EMAIL_INVALID: "The alternate email is not a complete address, or it is the mailbox's own.",
  ADMIN_UNCLEAR: 'The admin value is neither yes nor no.',
  PASSWORD_TOO_SHORT: 'The password is too short.',
  PASSWORD_TOO_LONG: 'The password is too long.',
  PASSWORD_NO_SPACES: 'The password contains a space.',
  PASSWORD_CONTROL_CHARACTER: 'The password contains an invisible character.',
  PASSWORD_NEEDS_LETTER: 'The password has no letter.',
  PASSWORD_NEEDS_DIGIT: 'The password has no digit.',
  PASSWORD_NEEDS_SYMBOL: 'The password has no symbol.',
  PASSWORD_TOO_COMMON: 'The password is too common.',
  PASSWORD_ERASED: 'The password has been erased. Send the row again.',
  QUOTE_NOT_CLOSED: 'A closing quotation mark is missing.',
  TOO_MANY_CELLS: 'The row has more cells than there are columns.',
  DUPLICATE_ROW: 'An earlier row has the same address.',
  EMAIL_EXISTS: 'The address is taken.',
  MAILBOX_LIMIT_REACHED: 'The plan has no room for another mailbox.',
  TRIAL_LIMIT_REACHED: 'The trial has no room for another mailbox.',
  PLAN_EXPIRED: 'The plan has expired.',
  NOT_FOUND: 'This mailbox does not exist.',
  OWN_MAILBOX: 'The caller is signed in with this mailbox.',
  LAST_ADMIN: 'It is the last active admin of the domain.',
  LAST_ACCOUNT: 'It is the last mailbox of the domain.',
  LAST_RECIPIENT: 'A forwarder delivers to it only.',
  NO_ALTERNATE_EMAIL: 'There is no alternate email to send a link to.',
  NOT_AUTHORIZED: 'Someone else suspended it.',
  STARTER_NOT_ADMIN: 'The person who started it is no longer an active admin of the domain.',
  TOO_MANY_ATTEMPTS: 'Too many links were sent there within 15 minutes.',
  TOO_MANY_SUSPENSIONS: 'It is already suspended for too many reasons.',
  DESTINATION_UNKNOWN: 'The domain has no such mailbox.',
  SOURCE_REQUIRED: 'There is no old address.',
  SOURCE_INVALID: 'The old address is not complete.',
  OWNER_INVALID: 'The address to mail the link to is not complete.',
  OWNER_UNKNOWN: 'There is neither a password nor an address to ask for it.',
  HOST_REQUIRED: 'The row names no server, and the old address belongs to no known provider.',
  HOST_INVALID: 'The server is neither a host name nor an IP address.',
  PORT_INVALID: 'The port is not a number from 1 to 65535.',
  PORTS_DIFFER: 'The port after the server and the one in its own column differ.',
  PORT_NOT_ALLOWED: 'Mail may not be imported through this port.',
  SSL_UNCLEAR: 'The ssl value is neither yes nor no.',
  IMAP_AUTH_FAILED: 'The old server refuses the password.',
  HOST_NOT_ALLOWED: "The server's name leads to an address that no import may use.",
  MAIL_SERVER_UNREACHABLE: 'The old server does not answer.',
  CERTIFICATE_FAULT: "The old server's certificate is not valid.",
  STARTTLS_MISSING: 'The old server offers no encryption.',
  SIGN_IN_LIMIT: 'Too many sign-ins at this server failed within 15 minutes.',
  QUOTA_TOO_SMALL: 'The mailbox has no room for the mail.',
  IMPORT_EXISTS: 'This account is being imported into the mailbox already.',
  MAIL_BACKEND_UNAVAILABLE: 'The mail server refused it.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side.',
} as const satisfies Record<string, string>;

const rowCode = z.enum(Object.keys(BULK_ROW_CODES) as [BulkRowCode, ...BulkRowCode[]]);

/** `row` is the line of the text, or the place in the list, from 1. */
const rowBase = {
  row: z.number(),
  email: z.string(),
  code: z.optional(rowCode),
  message: z.optional(z.string()),
  /** Values for the code's text, such as `characters` or `firstRow`. */
  attrs: z.optional(z.record(z.string(), z.unknown())),
};

export const previewRow = z.object({
  ...rowBase,
  ok: z.boolean(),
  /**
   * What would be done. `createAdmin` also where the domain would have no admin otherwise; `none` where nothing would change: such a row
   * isn't part of the job. `importUntried`: there was no time to try its sign-in, so the job tries it.
   */
  effect: z.optional(
    z.enum([
      'create',
      'createAdmin',
      'suspend',
      'unsuspend',
      'resetPassword',
      'delete',
      'import',
      'importUntried',
      'askOwner',
      'none',
    ]),
  ),
  /** What the row said; only for a mailbox to create. */
  displayName: z.optional(z.string()),
  alternateEmail: z.optional(z.string()),
  hasPassword: z.optional(z.boolean()),
  /** The account that an import copies from, and the person asked for its password. */
  sourceEmail: z.optional(z.string()),
  ownerEmail: z.optional(z.string()),
});

/** The outcome of a row of a job. */
export const bulkRow = z.object({
  ...rowBase,
  /** Null while the row waits. */
  ok: z.nullable(z.boolean()),
  /** The link with which the owner of a new mailbox chooses a password; only while it is valid. */
  setPasswordLink: z.optional(z.string()),
  /** The account that an import copies from. */
  sourceEmail: z.optional(z.string()),
  /** What the row said about a mailbox to create; left out where it said nothing. */
  displayName: z.optional(z.string()),
  alternateEmail: z.optional(z.string()),
});

/** What the job means for the plan: its places, and what the missing ones would cost per cycle. */
export const priceEffect = z.object({
  /** Null: without a limit. */
  limit: z.nullable(z.number()),
  activeBefore: z.number(),
  activeAfter: z.number(),
  missingPlaces: z.number(),
  price: z.object({ amount: z.string(), currency }),
  billingCycle: z.nullable(billingCycle),
});

const MEGABYTE = 1024 * 1024;

/** The largest number that its column holds: a text of 4 MB may have millions of empty lines between its rows. */
const rowNumber = z.int32().check(z.minimum(1));

export const previewBulk = operation({
  id: 'previewBulk',
  summary:
    'Preview a job on many mailboxes: what would happen to each row, and what it means for the plan. Changes nothing yet.',
  description:
    "For admins of the domain. Send `rows`, or `csv` with pasted text, or `matching` with a search and the list's filters, up to 10,000 mailboxes. Each row of the answer says what would happen or why it can't. `priceEffect` says whether the plan has enough places. For `importMail` send `csv` with up to 500 rows: old address, password, mailbox here, owner's address, server, port, ssl. Each sign-in is tried; a row without a password has its owner asked by a mailed link.",
  feature: 'bulk',
  method: 'POST',
  path: '/panel/bulk/preview',
  access: 'session',
  maximumBodyBytes: 4 * MEGABYTE,
  input: z.object({
    kind: bulkKind,
    rows: z.optional(
      z
        .array(
          z.object({
            email: address,
            displayName: z.optional(text(1000)),
            alternateEmail: z.optional(address),
            isAdmin: z.optional(z.boolean()),
            password: z.optional(text(1000)),
          }),
        )
        .check(z.maxLength(10_000)),
    ),
    /** Instead of rows, to create mailboxes or import mail: a pasted table or list, with or without a heading. */
    csv: z.optional(text(3 * MEGABYTE)),
    /** Instead of rows, for all other kinds: every mailbox that a search with these filters finds, except these addresses. */
    matching: z.optional(
      z.object({
        q: text(200),
        ...mailboxFilters,
        except: z._default(z.array(address).check(z.maxLength(10_000)), []),
      }),
    ),
    /** The server for rows of `importMail` that name none. Without it, the server of a known provider is used. */
    importServer: z.optional(
      z.object({ host: text(300), port: z.number().check(z.int(), z.gte(1), z.lte(65_535)), ssl: z.boolean() }),
    ),
    /** Why the mailboxes are suspended. */
    reason: z.optional(text(2000)),
    /** Whether each new mailbox's link is mailed to its alternate email. */
    mailLinks: z._default(z.boolean(), false),
  }),
  output: z.object({
    previewId: uuid,
    rows: z.array(previewRow),
    priceEffect,
    /** Columns of the text that are ignored. */
    ignoredColumns: z.array(z.string()),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const startBulk = operation({
  id: 'startBulk',
  summary: 'Start the previewed job. Starting it again returns the same job.',
  description:
    'For admins of the domain. The job runs in the background and survives a restart of the server. Follow it with readBulk, or with followChanges. Without `kind`, and for a kind that changes who gets into an account, the password must be known (PASSWORD_NEEDED).',
  feature: 'bulk',
  method: 'POST',
  path: '/panel/bulk/start',
  access: 'session',
  input: z.object({
    previewId: uuid,
    /** The kind of the preview. A preview of another kind is refused. */
    kind: z.optional(bulkKind),
  }),
  output: z.object({ jobId: uuid }),
  // Suspending or unsuspending a single mailbox doesn't need it either.
  needsPassword: ({ kind }) => kind !== 'suspend' && kind !== 'unsuspend',
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED', 'PREVIEW_EXPIRED'],
});

export const readBulk = operation({
  id: 'readBulk',
  summary: 'Read the progress of a job and the result of each row.',
  description:
    'For admins of the domain. `status` is `finished` when no row waits any longer. Send `rows=none` to read only the counts.',
  feature: 'bulk',
  method: 'GET',
  path: '/panel/bulk/{jobId}',
  access: 'session',
  /** False asks for the progress only, without the rows. */
  input: z.object({ ...bundleQuery, jobId: uuid, rows: z._default(z.enum(['all', 'none']), 'all') }),
  output: z.object({
    kind: bulkKind,
    status: z.enum(['queued', 'running', 'finished']),
    done: z.number(),
    failed: z.number(),
    total: z.number(),
    rows: z.array(bulkRow),
    /** How many lines the check refused. They are not part of the job, and in none of the counts above. */
    refused: z.optional(z.number()),
    /** Those lines, each with its code; empty with `rows=none`. */
    refusedRows: z.optional(z.array(bulkRow)),
    /** Until when all of the links work; only while there are some. */
    linksUntil: z.optional(instant),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export const retryBulk = operation({
  id: 'retryBulk',
  summary: 'Try rows of a finished job again that failed or were refused, with a corrected address where one is given.',
  description:
    'For admins of the domain. Without `lines` all failed rows are tried again. With `lines` only those are, and each may have another address; rows that the preview refused can be created this way. An address that is refused again keeps its row out of the job, with the new code. Rows that succeeded stay as they are. Follow the job with readBulk.',
  feature: 'bulk',
  method: 'POST',
  path: '/panel/bulk/{jobId}/retry',
  access: 'session',
  input: z.object({
    jobId: uuid,
    /** Rows by their number. `email` replaces the address, in a job that creates mailboxes. */
    lines: z.optional(
      z.array(z.object({ row: rowNumber, email: z.optional(address) })).check(z.minLength(1), z.maxLength(10_000)),
    ),
  }),
  output: z.object({ jobId: uuid }),
  // Another address is another mailbox than the ones that were started with the password.
  needsPassword: ({ lines }) => lines !== undefined,
  errors: ['PASSWORD_NEEDED', 'NOT_AUTHORIZED'],
});

export type BulkKind = z.infer<typeof bulkKind>;
export type BulkRowCode = keyof typeof BULK_ROW_CODES;
export type BulkPreviewRow = z.infer<typeof previewRow>;
export type PriceEffect = z.infer<typeof priceEffect>;
