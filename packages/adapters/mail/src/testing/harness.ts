import type { AppendedMessage, MailBackend, MailboxRef } from '../port.ts';
import type { SmtpOutcome, Submission } from './send-mail.ts';

/** What is known about a domain's mail: all of it is here, nothing, or that another server receives it first. ADR 24. */
export type Standing = 'local' | 'unproven' | 'behind-a-filter';

/** The panel's data, set by the suite. Each implementation writes it to where its servers read it. */
export interface ConformanceDirectory {
  setMailbox(mailbox: MailboxRef & { quotaBytes: number }): Promise<void>;
  removeMailbox(mailboxId: string): Promise<void>;
  setAlias(address: string, mailboxId: string): Promise<void>;
  setForwarder(address: string, mailboxIds: string[]): Promise<void>;
  setCatchAll(domain: string, mailboxId: string): Promise<void>;
  /** What is proven about a domain; by default a name under `.test` is local, and any other isn't proven. */
  setStanding(domain: string, standing: Standing): Promise<void>;
  /** How many recipients each mailbox of a domain, and all of them together, may write to in an hour. */
  setSendingLimit(domain: string, limits: { mailbox: number; domain: number }): Promise<void>;
  /** Moves every mailbox of a domain to another domain under the same name; mail to the former addresses still arrives. */
  changeDomain(from: string, to: string): Promise<void>;
  /** Resolves with the recorded usage as soon as it fulfils the condition. */
  usageWhen(
    mailboxId: string,
    isWanted: (usage: { bytes: number; messages: number }) => boolean,
  ): Promise<{ bytes: number; messages: number }>;
}

export type Harness = {
  backend: MailBackend;
  smtp: { host: string; port: number };
  directory: ConformanceDirectory;
  /** Sends as a mailbox: with its password where the server has sign-in, else by its address in MAIL FROM. */
  submit(mailbox: MailboxRef, submission: Submission): Promise<SmtpOutcome>;
  /** The sources of a mailbox's messages, once all mail accepted before the call has arrived. */
  readMessages(mailboxId: string): Promise<string[]>;
  /** The messages in a folder, as a mail client sees them. */
  readStored(mailbox: MailboxRef, folder: string): Promise<AppendedMessage[]>;
  stop(): Promise<void>;
};
