/**
 * The mail-source port: reading another provider's mailbox, to copy it. A source is a stranger's server: it may be slow, broken or hostile.
 * Nothing of it is believed, and nothing of it is changed: folders are opened for reading, and messages fetched without marking them read.
 *
 * Failure contract. A call that fails throws `MailSourceError`; its kind says what to do. Every call has a time-out. After `throttled`,
 * `dropped`, `unreachable` or `protocol` the session is of no use, and a new one may work later.
 */

export { freeBytes } from './free-bytes.ts';

/** An account at a source. `host` is a name in ASCII or an IP address. */
export type SourceAccount = {
  host: string;
  port: number;
  /** True: encrypted from the start. False: by STARTTLS, and never without. */
  ssl: boolean;
  user: string;
  /** A certificate that a person compared and accepts although it isn't valid: its SHA-256, as `certificate` errors tell it. */
  certificateFingerprint?: string | null;
};

/** What opens it: the password, or an access token of its provider (XOAUTH2). */
type SourceSecret = { password: string } | { accessToken: string };

/** How to sign in at a source. */
export type SourceLogin = SourceAccount & SourceSecret;

/** A folder, its name decoded. `messages` and `bytes` are the server's word; `bytes` is null if it doesn't tell. */
export type SourceFolder = {
  path: string;
  delimiter: string | null;
  specialUse: string | null;
  isSelectable: boolean;
  messages: number;
  bytes: number | null;
};

/** While both stay the same, no message has come. */
export type FolderState = { uidValidity: number; uidNext: number };

/** A message in a list. `bytes` is the server's word. */
export type SourceMessage = { uid: number; bytes: number };

/** A whole message, whose bytes are the caller's to free (`freeBytes`). Flags are as in IMAP, keywords included. */
export type FetchedMessage = { uid: number; raw: Buffer; flags: readonly string[]; internalDate: Date | null };

/** A message that the server doesn't give: it is gone, or the server refuses it. `detail` is what the server said. */
export type MissedMessage = { uid: number; problem: 'gone' | 'refused'; detail: string };

export interface MailSource {
  /**
   * Looks the host up once, refuses it if any of its addresses isn't public, connects to one that was checked and signs in. The time and
   * the error are the same for a port that refuses, that is closed and that is silent.
   */
  connect(login: SourceLogin): Promise<SourceSession>;
}

/** A connection that is signed in. One call at a time. */
export interface SourceSession {
  /** Whether folders are labels and one folder has all messages, as at Gmail. Then each message is listed in one folder only. */
  readonly hasLabels: boolean;
  listFolders(): Promise<SourceFolder[]>;
  /**
   * The state of folders by name, if the server tells all in one answer; otherwise none. The open folder is never among them, as a server may
   * tell an old state of it (RFC 3501 §6.3.10).
   */
  listStates(): Promise<ReadonlyMap<string, FolderState>>;
  /** Opens a folder for reading. `not_found` if there is none of this name. */
  openFolder(path: string): Promise<FolderState & { messages: number }>;
  /** The messages of the open folder with a higher UID, ascending; with labels, those that belong to no other folder. */
  listMessages(afterUid: number): AsyncIterable<SourceMessage[]>;
  /** Messages of the open folder. Those that the server says nothing of don't come. */
  fetchMessages(uids: readonly number[]): AsyncIterable<FetchedMessage | MissedMessage>;
  /** Signs out. Never throws. */
  close(): Promise<void>;
}

/**
 * - `auth_failed`: the server refuses the user, the password or the token.
 * - `host_not_allowed`: the name leads to an address that isn't public.
 * - `not_found`: no such host, or no such folder.
 * - `unreachable`: nothing answers.
 * - `certificate`: the certificate isn't valid; `attrs` has the `reason` and, if known, the `fingerprint`.
 * - `no_starttls`: the server offers no encryption.
 * - `throttled`: the server asks to slow down.
 * - `dropped`: the connection ended.
 * - `protocol`: the server refuses a command, or its answer makes no sense.
 */
export type MailSourceErrorKind =
  | 'auth_failed'
  | 'host_not_allowed'
  | 'not_found'
  | 'unreachable'
  | 'certificate'
  | 'no_starttls'
  | 'throttled'
  | 'dropped'
  | 'protocol';

/** A call of the source failed. The message is what the server said; it never has the password. */
export class MailSourceError extends Error {
  readonly kind: MailSourceErrorKind;
  readonly attrs: Record<string, unknown>;

  constructor(kind: MailSourceErrorKind, message: string, attrs: Record<string, unknown> = {}) {
    super(message);
    this.name = 'MailSourceError';
    this.kind = kind;
    this.attrs = attrs;
  }
}
