import type { SpamLevel } from '@postern/domain/spam-filter';

/**
 * The mail port: what the panel asks of a mail store, and what a mail store asks of the panel.
 *
 * Failure contract. Every call of `MailBackend` is idempotent by mailbox id, so it may be repeated. A call that fails
 * throws `MailBackendError`: `refused` means it is certain that nothing was done, so the caller may undo its own part;
 * `unavailable` means the outcome is unknown, so the caller settles it later by asking `listMailboxes` or by repeating
 * the call. Anything else that is thrown is a programmer's mistake. Calls are made outside database transactions.
 */

/**
 * A mailbox as the panel knows it. `mailboxId` is a UUID and never reused; `address` is lower-case, its domain in ASCII. `storedAs` is what
 * `moveMailbox` last gave, where that is another address: the one that its place in the store is named after.
 */
export type MailboxRef = { mailboxId: string; address: string; storedAs?: string | null };

/** Bytes and messages that the store holds for a mailbox, all folders together (Spec 2 §5, quota column). */
export type MailboxUsage = { mailboxId: string; bytes: number; messages: number };

/** What the panel asks of the mail store. */
export interface MailBackend {
  /**
   * Makes the store ready to receive for the mailbox. Repeating it keeps the mail. When the address belonged to another
   * mailbox id, the former owner's mail is out of reach before this resolves.
   */
  createMailbox(mailbox: MailboxRef): Promise<void>;
  /**
   * Removes the mailbox with all its mail and its usage. Succeeds when there is nothing to remove. A mailbox with
   * another id at the same address is left alone.
   */
  deleteMailbox(mailbox: MailboxRef): Promise<void>;
  /**
   * The mailbox has another address from now on, and `mailbox.address` is nobody's: all its mail is there under the new one, before and
   * after, and live sessions under the former end. Gives the address that its place in the store is named after from then on. Repeating it
   * is harmless. Refused when another mailbox is at the new address.
   */
  moveMailbox(mailbox: MailboxRef, address: string): Promise<string>;
  /** Ends every live session of the mailbox: after a suspension, a new password, a deletion. */
  endSessions(mailbox: MailboxRef): Promise<void>;
  /** What the store really holds, in no particular order; the panel reconciles its own list with it. */
  listMailboxes(): Promise<MailboxRef[]>;
  /** Whether the store can work now. Never throws; `detail` is for an operator and names no person. */
  check(): Promise<{ ok: boolean; detail: string }>;
  /** Stops accepting, lets transactions in flight finish (5 seconds at most), then releases everything. */
  close(): Promise<void>;
}

/** A call of the backend failed; see the failure contract above for what the kinds promise. */
export class MailBackendError extends Error {
  readonly kind: 'refused' | 'unavailable';

  constructor(kind: 'refused' | 'unavailable', message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'MailBackendError';
    this.kind = kind;
  }
}

/**
 * Who receives for an address.
 * - `mailboxes`: these do, each once. `quotaBytes` is the most the mailbox may hold; 0 means nothing fits.
 *   `via: 'catch-all'` tells that nothing but the domain's catch-all matched, so that a tagged address
 *   (`user+tag@`) reaches `user` rather than the catch-all (Spec 2 §5, catch-all: never mail that another address takes).
 * - `unknown`: the domain is ours, the address isn't in use.
 * - `not-local`: the domain isn't ours; nothing is relayed.
 * - `disabled`: the address exists and may not receive; `reason` is for the log, senders don't learn it.
 */
export type RecipientVerdict =
  | {
      kind: 'mailboxes';
      mailboxes: { mailboxId: string; address: string; quotaBytes: number }[];
      via?: 'address' | 'catch-all';
    }
  | { kind: 'unknown' }
  | { kind: 'not-local' }
  | { kind: 'disabled'; reason: string };

/** What the mail store asks of the panel. A call that throws or takes longer than 5 seconds defers the mail, it never loses it. */
export interface MailDirectory {
  /**
   * Aliases, forwarders and catch-all are applied already, and so is the rule that a suspended mailbox still receives.
   * `address` is lower-case with its domain in ASCII. The answer counts from the moment it is given: nothing is cached
   * beyond the one transaction it was asked for.
   */
  resolveRecipient(address: string): Promise<RecipientVerdict>;
  /** Keeps the newest figures. Must ignore mailbox ids it doesn't know: a mailbox may be deleted meanwhile. */
  recordUsage(usage: MailboxUsage[]): Promise<void>;
}

/** A key that signs now: the selector it is published under, and its private part in base64, of RSA as PKCS #8, of Ed25519 the seed. ADR 61. */
export type SigningKey = { selector: string; privateKey: string };

/** What the mail servers' filter asks of the panel about each message. A call that throws keeps signed-in senders waiting. */
export interface MailFilterDirectory {
  /** As whom a login may send, lower-case: its own address and its aliases; none when it may not send (MBX-13, ALI-02). */
  listSenderAddresses(login: string): Promise<string[]>;
  /** The spam levels of the domains among these that are ours. */
  listSpamLevels(domains: string[]): Promise<SpamLevel[]>;
  /** The keys that are valid now for a domain. */
  listSigningKeys(domain: string): Promise<SigningKey[]>;
}
