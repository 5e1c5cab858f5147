import {
  LISTED_ISSUES_MAXIMUM,
  REMOTE_EMAIL_MAXIMUM_CHARACTERS,
  REMOTE_PASSWORD_MAXIMUM_CHARACTERS,
} from '@postern/domain/mail-import';
import * as z from 'zod/mini';
import { address } from './address.ts';
import { signInProvider } from './mail-import-sign-in.ts';
import { operation } from './operation.ts';
import { bundleQuery, empty, epochMillis, instant, text, uuid, wholeNumber } from './shapes.ts';

/** A bound against abuse; the domain knows what a mail server's name may be. */
const MAIL_SERVER_MAXIMUM = 300;

/**
 * The state of an import. `interrupted`: it waits, and `error` says for what; the panel shows it as started. Spec 2 §4.
 */
const importStatus = z.enum([
  'initialized',
  'started',
  'interrupted',
  'failed',
  'cancelled',
  'successful',
  'partial_successful',
  'duplicated_successful',
  'noImport',
]);

/** Why an import waits or has failed, each with a sentence for a developer. */
const IMPORT_PROBLEMS = {
  IMAP_AUTH_FAILED: 'The old server refuses the password, or the provider has ended the access.',
  PASSWORD_MISSING: 'The password has not been entered yet, or it was erased.',
  HOST_NOT_ALLOWED: "The server's name leads to an address or port that no import may use.",
  MAIL_SERVER_UNREACHABLE: 'The old server does not answer.',
  STARTTLS_MISSING: 'The old server offers no encryption.',
  CERTIFICATE_FAULT: "The old server's certificate is not valid.",
  THROTTLED: 'The old server asked to slow down.',
  SOURCE_FAULT: 'The old server gave an answer that breaks off the connection.',
  QUOTA_TOO_SMALL: 'The mailbox here has no room for the rest.',
  MAIL_BACKEND_UNAVAILABLE: 'The mail server here does not answer.',
  PAUSED: 'Somebody paused it.',
  ITS_TURN: 'Other imports of the domain, or into the same mailbox, run first.',
  MAILBOX_GONE: 'The mailbox here was deleted.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side.',
} as const satisfies Record<string, string>;

export type ImportProblem = keyof typeof IMPORT_PROBLEMS;
const importProblem = z.enum(Object.keys(IMPORT_PROBLEMS) as [ImportProblem, ...ImportProblem[]]);

/** Why a message was not copied, each with a sentence for a developer. */
const MESSAGE_PROBLEMS = {
  TOO_LARGE: 'The message is larger than the server here takes.',
  EMPTY: 'The old server lists the message, but has no text for it.',
  GONE: 'The message was deleted at the old server while the import ran.',
  SERVER_ERROR: 'The old server answered with an error.',
  NO_ROOM: 'The mailbox here is full.',
  REFUSED: 'The mail server here refused the message.',
  FOLDER_ERROR: 'The folder could not be read.',
} as const satisfies Record<string, string>;

export type MessageProblem = keyof typeof MESSAGE_PROBLEMS;
const messageProblem = z.enum(Object.keys(MESSAGE_PROBLEMS) as [MessageProblem, ...MessageProblem[]]);

/** One mailbox moving in. `messages.done` counts what was copied and what was there already; it never exceeds `messages.total`. */
const importTask = z.object({
  taskId: uuid,
  sourceEmail: z.string(),
  destinationEmail: z.string(),
  status: importStatus,
  createdOnEpochMillis: epochMillis,
  messages: z.object({
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    skipped: z.number(),
    /** How many of `done` were in the mailbox already. */
    present: z.optional(z.number()),
  }),
  bytes: z.object({ total: z.number(), done: z.number() }),
  /** The folder that is being copied, by its name here. */
  currentFolder: z.optional(z.string()),
  error: z.optional(importProblem),
  /** What the old server said, in its own words. */
  errorDetail: z.optional(z.string()),
  /** Whose mailbox it is; left out for a mailbox without a name. */
  destinationName: z.optional(z.string()),
  host: z.string(),
  port: z.number(),
  ssl: z.boolean(),
  notificationEmail: z.optional(z.string()),
  withJunkAndTrash: z.boolean(),
  /** While folders and messages are still being counted; then no share of the whole is known. */
  isCounting: z.boolean(),
  /** Seconds left; only while it can be known. */
  secondsLeft: z.optional(z.number()),
  /** When a waiting import continues automatically. */
  nextTryAt: z.optional(instant),
  /** Where the link to enter a new password was mailed. */
  mailedTo: z.optional(z.string()),
  /** The address that was asked to enter the password, if the import was started without it. */
  ownerEmail: z.optional(z.string()),
  startedAt: z.optional(instant),
  endedAt: z.optional(instant),
  /** The provider where a person signed in for it, instead of a password. */
  signInWith: z.optional(signInProvider),
  /** When the password or access was erased; while it is kept, this is left out. */
  erasedAt: z.optional(instant),
  /** How many bytes the mailbox lacks, with QUOTA_TOO_SMALL. */
  missingBytes: z.optional(z.number()),
});

/** Where the mail is now, and how to sign in there. */
const source = {
  /** A host name or an IP address. A port may follow, as in `mail.oldhost.example:993`; it must then be the one in `port`. */
  host: text(MAIL_SERVER_MAXIMUM),
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  /** True: encrypted from the start, usually on port 993. False: by STARTTLS, usually on port 143, and never without encryption. */
  ssl: z.boolean(),
  /** The user name at the old server, nearly always the address. */
  remoteEmail: text(REMOTE_EMAIL_MAXIMUM_CHARACTERS),
  remotePassword: z.optional(text(REMOTE_PASSWORD_MAXIMUM_CHARACTERS)),
  /** Instead of the password: a sign-in at the provider that is done. See startImportSignIn. */
  signInId: z.optional(uuid),
  /**
   * The certificate to accept although it isn't valid: its SHA-256 fingerprint as testImportConnection reported it, after a person compared
   * it.
   */
  certificateFingerprint: z.optional(text(200)),
};

const SOURCE_ERRORS = [
  'HOST_NOT_ALLOWED',
  'IMAP_AUTH_FAILED',
  'IMPORT_SIGN_IN_NEEDED',
  'QUOTA_TOO_SMALL',
  'CERTIFICATE_FAULT',
  'STARTTLS_MISSING',
  'MAIL_SERVER_UNREACHABLE',
] as const;

export const fetchImportTasks = operation({
  id: 'fetchImportTasks',
  summary: 'List the imports of a domain with their progress, newest first.',
  description:
    'For admins of the domain, and for a mailbox user the imports into their own mailbox. Also takes `Authorization: Import TOKEN` with the token of a mailed link: the list then has that one import. Follow the progress with followChanges, event `import`.',
  feature: 'mail-import',
  method: 'GET',
  path: '/panel/mail-import/fetch-import-tasks',
  access: 'session',
  takesImportToken: true,
  input: z.object(bundleQuery),
  output: z.object({
    tasks: z.array(importTask),
    /** Whose look the page behind a link has; only with an import token. */
    partnerId: z.optional(z.number()),
  }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED'],
});

export const scheduleImport = operation({
  id: 'scheduleImport',
  summary: 'Import the mail of another IMAP server into a mailbox. Nothing is changed or deleted there.',
  description:
    'For admins of the domain, and for a mailbox user into their own mailbox. Signs in at the server before it answers. An admin without the password sends `ownerEmail` instead: the owner gets a link to enter it, and the import waits with PASSWORD_MISSING. Importing again copies only new messages. With `Authorization: Import TOKEN` the import of the link continues with the new password; the other fields must be those of that import.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/schedule',
  access: 'session',
  takesImportToken: true,
  input: z.object({
    ...source,
    /** Instead of password and sign-in: the address that gets a link to enter it. Until then nothing is copied; the import waits for seven days. */
    ownerEmail: z.optional(address),
    destinationEmail: address,
    /** Who else is told when it is done, apart from the person who starts it. */
    notificationEmail: z.optional(address),
    withJunkAndTrash: z._default(z.boolean(), false),
    /** Folders not to copy, by their names there, as testImportConnection tells them. */
    leftOutFolders: z.optional(z.array(text(2000)).check(z.maxLength(5000))),
  }),
  output: z.object({ task: importTask }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED', 'IMPORT_EXISTS', ...SOURCE_ERRORS],
});

export const askImportOwner = operation({
  id: 'askImportOwner',
  summary:
    'Mail the link to enter the password of an import again, or to another address. An earlier link stops working.',
  description:
    'For admins of the domain, while the import waits for its password. An import that has its password by now, or has ended, is returned unchanged. At most five such links reach one address in 15 minutes.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/ask-owner',
  access: 'session',
  input: z.object({ taskId: uuid, ownerEmail: address }),
  output: z.object({ task: importTask }),
  errors: ['NOT_AUTHORIZED'],
});

export const testImportConnection = operation({
  id: 'testImportConnection',
  summary: 'Sign in at another IMAP server and count what an import would copy. Copies nothing.',
  description:
    'For admins of the domain, and for a mailbox user for their own mailbox. The answer lists the folders, including those that an import leaves out, and the room in the mailbox. CERTIFICATE_FAULT names the reason and the fingerprint in `attrs`; send that as `certificateFingerprint` once a person has compared it.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/test-connection',
  access: 'session',
  input: z.object({ ...source, destinationEmail: address }),
  output: z.object({
    folders: z.array(
      z.object({
        /** The name there. */
        folder: z.string(),
        /** The name here; absent for a folder that is left out. */
        target: z.optional(z.string()),
        isRenamed: z.boolean(),
        messages: z.number(),
        /** Null if the server doesn't tell without reading every message. */
        bytes: z.nullable(z.number()),
        leftOut: z.optional(z.enum(['junk', 'trash', 'virtual', 'not-selectable'])),
      }),
    ),
    /** Of the folders that would be copied. */
    messages: z.number(),
    bytes: z.nullable(z.number()),
    freeBytes: z.number(),
  }),
  errors: ['NOT_AUTHORIZED', ...SOURCE_ERRORS],
});

export const cancelImport = operation({
  id: 'cancelImport',
  summary: 'Stop an import for good and erase its password. What was copied stays. Repeating it changes nothing.',
  description:
    'For admins of the domain, and for a mailbox user in their own mailbox. Also takes `Authorization: Import TOKEN`.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/cancel',
  access: 'session',
  takesImportToken: true,
  input: z.object({ taskId: uuid }),
  output: z.object({ task: importTask }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED'],
});

export const pauseImport = operation({
  id: 'pauseImport',
  summary: 'Let an import wait after the message it is at, until retryImport. Repeating it changes nothing.',
  description:
    'For admins of the domain, and for a mailbox user in their own mailbox. The password is kept for seven days, then the import is cancelled.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/pause',
  access: 'session',
  input: z.object({ taskId: uuid }),
  output: z.object({ task: importTask }),
  errors: ['NOT_AUTHORIZED'],
});

export const retryImport = operation({
  id: 'retryImport',
  summary: 'Go on with an import that waits, or try again what failed in one that has ended.',
  description:
    'For admins of the domain, and for a mailbox user in their own mailbox. Messages that were copied are not copied again. Once an import has ended its password is erased: send it as `remotePassword`, or a new sign-in as `signInId`, or the answer is IMPORT_PASSWORD_NEEDED.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/retry',
  access: 'session',
  input: z.object({ taskId: uuid, remotePassword: source.remotePassword, signInId: source.signInId }),
  output: z.object({ task: importTask }),
  errors: ['NOT_AUTHORIZED', 'IMPORT_PASSWORD_NEEDED', ...SOURCE_ERRORS],
});

export const deleteImport = operation({
  id: 'deleteImport',
  summary: 'Remove an import that has ended from the list. Imported mail stays.',
  description:
    'For admins of the domain, and for a mailbox user in their own mailbox. Its report is kept for 90 days. An import that runs must be cancelled first.',
  feature: 'mail-import',
  method: 'POST',
  path: '/panel/mail-import/delete',
  access: 'session',
  input: z.object({ taskId: uuid }),
  output: empty,
  errors: ['NOT_AUTHORIZED', 'IMPORT_RUNNING'],
});

/** A message that was not copied. */
const missedMessage = z.object({
  reason: messageProblem,
  /** Null if the message has none, or could not be read. */
  subject: z.nullable(z.string()),
  /** When it reached the old server; null if unknown. */
  date: z.nullable(instant),
  size: z.number(),
  /** What the server said, in its own words. */
  detail: z.optional(z.string()),
  /** The largest message allowed here, with TOO_LARGE. */
  limitBytes: z.optional(z.number()),
});

/** What became of a folder's messages: found = copied + present + skipped + failed + still to copy. */
const folderLedger = z.object({
  /** The name there. */
  folder: z.string(),
  /** The name here. */
  target: z.optional(z.string()),
  isRenamed: z.optional(z.boolean()),
  found: z.number(),
  copied: z.number(),
  /** In the mailbox already, byte by byte. */
  present: z.number(),
  /** Messages that can't be copied; a long list is cut, and `skippedCount` has the whole number. */
  skipped: z.array(missedMessage),
  skippedCount: z.optional(z.number()),
  /** Messages that can be tried again. */
  failed: z.number(),
  failures: z.optional(z.array(missedMessage)),
  bytesFound: z.number(),
  bytesCopied: z.number(),
  /** Whether every message of it is accounted for. */
  isBalanced: z.optional(z.boolean()),
  /** Changed at the old server while the import ran. */
  change: z.optional(z.enum(['renamed', 'deleted', 'reset'])),
});

export const readImportLedger = operation({
  id: 'readImportLedger',
  summary: 'Read the report of an import, folder by folder, with each message that was not copied.',
  description:
    'For admins of the domain, and for a mailbox user of their own mailbox. Also takes `Authorization: Import TOKEN`. Kept for 90 days after the end.',
  feature: 'mail-import',
  method: 'GET',
  path: '/panel/mail-import/ledger',
  access: 'session',
  takesImportToken: true,
  input: z.object({ ...bundleQuery, taskId: uuid, limit: z._default(wholeNumber(0, LISTED_ISSUES_MAXIMUM), 1000) }),
  output: z.object({
    folders: z.array(folderLedger),
    /** Folders that were not copied, and why. */
    leftOut: z.optional(
      z.array(
        z.object({
          folder: z.string(),
          reason: z.enum(['junk', 'trash', 'virtual', 'not-selectable', 'chosen', 'unreadable']),
        }),
      ),
    ),
  }),
  errors: ['NOT_AUTHORIZED', 'TOKEN_EXPIRED'],
});

export const listMissingAddresses = operation({
  id: 'listMissingAddresses',
  summary:
    'List addresses of the domain that receive mail at the old provider and have no mailbox, alias or forwarder here.',
  description:
    'For admins of the domain, before the MX records move. Each address has its evidence: an account that was imported, or recipients in imported mail, outside of sent mail, drafts, junk and trash. With a catch-all no address is listed.',
  feature: 'mail-import',
  method: 'GET',
  path: '/panel/mail-import/missing-addresses',
  access: 'session',
  input: z.object(bundleQuery),
  output: z.object({
    /** The most certain first; up to 200. */
    addresses: z.array(
      z.object({
        email: z.string(),
        /** Mail was imported from this account. */
        isSource: z.boolean(),
        /** How many imported messages name it as a recipient, and when the newest arrived there. */
        messages: z.number(),
        lastSeenAt: z.nullable(instant),
        /** The mailboxes into which this mail was imported. */
        seenIn: z.array(z.string()),
      }),
    ),
    /** The number of all such addresses, including those not listed. */
    count: z.number(),
    /** When the domain's mail began to arrive here; absent before. Mail that reached the old provider after an import ended isn't here yet. */
    arrivesHereSince: z.optional(instant),
  }),
  errors: ['NOT_AUTHORIZED'],
});

export type ImportTask = z.infer<typeof importTask>;
export type FolderLedgerView = z.infer<typeof folderLedger>;
export type MissedMessage = z.infer<typeof missedMessage>;
