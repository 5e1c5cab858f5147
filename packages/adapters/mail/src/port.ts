import type { SendingRefusal } from '@postern/domain/sending';
import type { SpamLevel } from '@postern/domain/spam-filter';

export { messageDigest } from './message-digest.ts';

/**
 * The mail port: what the panel asks of a mail store, and what a mail store asks of the panel.
 *
 * Failure contract. Every call of `MailBackend` is idempotent by mailbox id, so it may be repeated. A call that fails
 * throws `MailBackendError`: `refused` means that certainly nothing was done, so the caller may undo its own part;
 * `unavailable` means that the outcome is unknown, so the caller settles it later with `listMailboxes` or by repeating
 * the call. Any other error is a bug. Never call it inside a database transaction.
 */

/**
 * A mailbox as the panel knows it. `mailboxId` is a UUID and never reused; `address` is lower-case, its domain in ASCII. `storedAs` is the
 * address that its folder is named after, as last returned by `moveMailbox`; absent if that is `address`.
 */
export type MailboxRef = { mailboxId: string; address: string; storedAs?: string | null };

/** Bytes and messages in a mailbox, in all its folders (Spec 2 §5, quota column). */
export type MailboxUsage = { mailboxId: string; bytes: number; messages: number };

/** A message to put into a folder. Flags are as in IMAP, keywords included; `internalDate` is when it arrived, null for now. */
export type AppendedMessage = { raw: Buffer; flags: readonly string[]; internalDate: Date | null };

/** What the panel asks of the mail store. */
export interface MailBackend {
  /**
   * Makes the store ready to receive for the mailbox. Repeating it keeps the mail. If the address belonged to another
   * mailbox id, the previous owner's mail is out of reach before this resolves.
   */
  createMailbox(mailbox: MailboxRef): Promise<void>;
  /**
   * Removes the mailbox with all its mail and its usage. Succeeds when there is nothing to remove. A mailbox with
   * another id at the same address is left alone.
   */
  deleteMailbox(mailbox: MailboxRef): Promise<void>;
  /**
   * Moves the mailbox from `mailbox.address` to another address, with all its mail, and ends the sessions of the former one. Returns the
   * address that its folder is named after from now on. Repeating it is harmless. Refused if another mailbox has the new address.
   */
  moveMailbox(mailbox: MailboxRef, address: string): Promise<string>;
  /** Ends every live session of the mailbox: after a suspension, a new password, a deletion. */
  endSessions(mailbox: MailboxRef): Promise<void>;
  /** The mailboxes that are really in the store, in no particular order; the panel compares them with its own list. */
  listMailboxes(): Promise<MailboxRef[]>;
  /**
   * Puts messages into a folder, which is created if need be; with their flags, keywords and dates, byte by byte. All or none of them:
   * `refused` means none, with "Quota" in the message if there is no room, and `unavailable` that nobody knows, so that the caller looks at
   * the digests. `folder` is `INBOX`, or levels joined by `/`.
   */
  appendMessages(
    mailbox: MailboxRef & { quotaBytes: number },
    folder: string,
    messages: readonly AppendedMessage[],
  ): Promise<void>;
  /** The digests of the messages in a folder (`messageDigest`), in no particular order; none if there is no such folder. */
  listMessageDigests(mailbox: MailboxRef, folder: string): Promise<string[]>;
  /** The store's servers, if it can have several; else undefined. */
  readonly places?: MailPlaces;
  /** Whether the store can work now. Never throws; `detail` is for an operator and names no person. */
  check(): Promise<{ ok: boolean; detail: string }>;
  /** Stops accepting mail, lets open transactions finish (5 seconds at most), then releases everything. */
  close(): Promise<void>;
}

/** Moving a mailbox between the servers of one store. Each server has a name. Every call may be repeated. */
export interface MailPlaces {
  /**
   * Makes both servers have all messages of both, each once, by Dovecot's `doveadm sync`. False when the mailbox changed meanwhile, so
   * that they may differ again.
   */
  copy(mailbox: MailboxRef, way: { from: string; to: string }): Promise<boolean>;
  /** Ends the mailbox's live sessions on one server. */
  endSessions(mailbox: MailboxRef, at: string): Promise<void>;
  /** Removes the mailbox's mail from one server; its usage stays. */
  remove(mailbox: MailboxRef, at: string): Promise<void>;
}

/** One Dovecot that keeps mail. */
export type DovecotBackend = {
  name: string;
  /** `http://host:port` of its doveadm service. */
  url: string;
  /** Where the panel reaches its IMAP. */
  imap: { host: string; port: number };
  /** The folder of the mail on its machine, as in its configuration. */
  storeDir: string;
  /** Where another backend sends a mailbox that moves to this one, such as `tcp:10.0.0.2:12345`; null: there is no other one. */
  copyTo: string | null;
};

/** How many messages wait in one of the mail server's queues, and for how many seconds the oldest of them has. */
export type MailQueue = {
  queue: 'maildrop' | 'hold' | 'incoming' | 'active' | 'deferred';
  messages: number;
  oldestSeconds: number;
};

/** A call of the backend failed. The failure contract above says what each kind means. */
export class MailBackendError extends Error {
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MailBackendError';
    this.kind = kind;
  }
}

/**
 * The mailboxes that receive for an address.
 * - `mailboxes`: these, each once. `quotaBytes` is the most that the mailbox may contain; 0 means nothing fits.
 *   `via: 'catch-all'` means that only the domain's catch-all matched, so that a tagged address (`user+tag@`) reaches
 *   `user` and not the catch-all (Spec 2 §5: the catch-all never gets mail that another address takes).
 *   `isFromOutsideOnly`: the domain's MX leads elsewhere, for example to a filter service that hands the mail on to us. Mail that our own
 *   mailboxes send must take that way too.
 * - `unknown`: the domain is ours, the address isn't in use.
 * - `not-local`: the domain isn't ours; nothing is relayed.
 * - `waiting`: the domain is a customer's, and it isn't proven that its mail belongs here. The sender is asked to try again; the panel checks
 *   the domain meanwhile (ADR 24).
 * - `disabled`: the address exists and may not receive; `reason` is for the log, senders don't learn it.
 */
export type RecipientVerdict =
  | {
      kind: 'mailboxes';
      mailboxes: { mailboxId: string; address: string; quotaBytes: number }[];
      via?: 'address' | 'catch-all';
      isFromOutsideOnly?: true;
    }
  | { kind: 'unknown' }
  | { kind: 'not-local' }
  | { kind: 'waiting' }
  | { kind: 'disabled'; reason: string };

/** One that sends: the address of its mailbox, and every address that it may send from, lower-case; none if it may not send now. */
export type Sender = { mailbox: string; addresses: string[] };

/** What both mail servers ask of the panel about a sender. If a call throws, the sender has to wait. */
export interface SenderDirectory {
  /** The mailbox that an address, its own or an alias, belongs to (MBX-13, ALI-02); null if it belongs to none of ours. */
  findSender(address: string): Promise<Sender | null>;
  /**
   * Counts the recipients of a message that this mailbox is about to send, for it and its domain; or refuses the message and counts nothing.
   * Two messages at once never pass a limit together.
   */
  countRecipients(mailbox: string, recipients: number): Promise<SendingRefusal | null>;
}

/** What the mail store asks of the panel. If a call throws or takes longer than 5 seconds, the mail is deferred, never lost. */
export interface MailDirectory extends SenderDirectory {
  /**
   * Takes aliases, forwarders, the catch-all and the rule that a suspended mailbox still receives into account. `address` is
   * lower-case, its domain in ASCII. The answer is only used for one transaction and never cached.
   */
  resolveRecipient(address: string): Promise<RecipientVerdict>;
  /** Records the newest figures. Must ignore unknown mailbox ids, as a mailbox may have been deleted meanwhile. */
  recordUsage(usage: MailboxUsage[]): Promise<void>;
}

/** A key that signs now: its selector, and its private key in base64 (RSA as PKCS #8, Ed25519 as the seed). ADR 61. */
export type SigningKey = { selector: string; privateKey: string };

/** What the mail filter asks of the panel about each message. If a call throws, signed-in senders have to wait. */
export interface MailFilterDirectory extends SenderDirectory {
  /** The spam levels of those domains that are ours. */
  listSpamLevels(domains: string[]): Promise<SpamLevel[]>;
  /**
   * The first of these addresses, lower-case, that leads to a mailbox without room for a message of this size; null if all have room or
   * aren't ours. Never throws for an address that nobody can have.
   */
  findFullRecipient(recipients: string[], sizeBytes: number): Promise<string | null>;
  /** The keys that are valid now for a domain. */
  listSigningKeys(domain: string): Promise<SigningKey[]>;
}
