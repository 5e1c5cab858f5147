/**
 * Messages that the panel itself sends: links to set a password, receipts, reminders. One recipient, plain text and HTML.
 *
 * Failure contract of `send`: it resolves once the message is accepted for delivery, or throws {@link MailerError}.
 */
export interface OutgoingMessage {
  /**
   * The caller's own id of this message: letters, digits, `.`, `_`, `-`, at most 128. It becomes `Message-ID: <messageId@host>`, host being
   * the sender's domain. Sending it again is safe: an outbox folder keeps one copy, and mail servers see the same Message-ID.
   */
  messageId: string;
  /** One bare address. */
  to: string;
  /** The sender's name. Line breaks and control characters become spaces. */
  from: { name: string; address: string };
  /** One bare address. */
  replyTo?: string;
  /** Line breaks and control characters become spaces. */
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  /** What the message is about, as one word in its header `X-Postern-Kind`. */
  kind?: string;
  /** The instant that it is about, which becomes its `Date`. */
  at?: Date;
}

/** A file attached to a message. */
interface Attachment {
  /** Line breaks and control characters become spaces. */
  name: string;
  /** Such as `application/pdf`. */
  type: string;
  content: Buffer;
}

export interface Mailer {
  send(message: OutgoingMessage): Promise<void>;

  /** Whether messages would be accepted now; never throws. `detail` is one plain sentence without secrets. */
  check(): Promise<{ ok: boolean; detail: string }>;

  /** Closes open connections; nothing may be sent afterwards. */
  close(): Promise<void>;
}

/**
 * `refused` is definite: this message will never be accepted (a bad address, a permanent refusal by the mail server).
 * `unavailable` means that it may or may not have gone out: send it again with the same `messageId`.
 */
export class MailerError extends Error {
  readonly kind: 'refused' | 'unavailable';
  readonly code: string;

  constructor(kind: 'refused' | 'unavailable', code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailerError';
    this.kind = kind;
    this.code = code;
  }
}
