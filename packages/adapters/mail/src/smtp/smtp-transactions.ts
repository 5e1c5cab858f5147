import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { withCrlfLines } from '../delivery/crlf-lines.ts';
import { deliverMessage, type MailStore } from '../delivery/deliver-message.ts';
import { parseMailboxAddress } from '../delivery/mailbox-address.ts';
import { type DeliveryTarget, refuseWhenFull, resolveRecipient } from '../delivery/resolve-recipient.ts';
import type { Trace } from '../delivery/trace-header.ts';
import type { MailDirectory, Sender } from '../port.ts';
import { describeLimit, refuseSubmission } from '../submission/refuse-submission.ts';
import { withCheckedHeader } from '../submission/with-checked-header.ts';
import { withTimeout } from '../with-timeout.ts';
import { messageTooLarge, SmtpRefusal, tooManyErrors, tryLater, unsupportedParameter } from './smtp-refusal.ts';

type Transaction = { targets: Map<string, DeliveryTarget>; recipients: Set<string> };

/** As in Postfix's configuration. */
const REFUSALS_MAX = 20;

/** Those of the extensions that we announce: SIZE and 8BITMIME. */
const SENDER_PARAMETERS = ['SIZE', 'BODY'];

type TransactionOptions = { hostname: string; store: MailStore; directory: MailDirectory; directoryTimeoutMs: number };

/** The commands of a mail transaction. All methods throw the refusal for the client. */
export class SmtpTransactions {
  readonly #open = new WeakMap<SMTPServerSession, Transaction>();
  /** How many recipients a connection was refused since its last message was taken. */
  readonly #refusals = new WeakMap<SMTPServerSession, number>();
  readonly #options: TransactionOptions;

  constructor(options: TransactionOptions) {
    this.#options = options;
  }

  start(sender: SMTPServerAddress, session: SMTPServerSession): void {
    this.#endGuessing(session);
    refuseParameters(sender, SENDER_PARAMETERS);
    this.#open.set(session, { targets: new Map(), recipients: new Set() });
  }

  async addRecipient(recipient: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    this.#endGuessing(session);
    refuseParameters(recipient, []);
    try {
      await this.#accept(recipient, session);
    } catch (error) {
      this.#refusals.set(session, (this.#refusals.get(session) ?? 0) + 1);
      throw error;
    }
  }

  /** Ends a connection that tries out addresses. A few old ones in a long list don't matter, as a taken message clears the count. */
  #endGuessing(session: SMTPServerSession): void {
    if ((this.#refusals.get(session) ?? 0) >= REFUSALS_MAX) throw tooManyErrors();
  }

  /** Keeps the directory's answer for DATA, so that a transaction sees one state of the panel. */
  async #accept(recipient: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const transaction = this.#transaction(session);
    const { directory, directoryTimeoutMs, hostname, store } = this.#options;
    // RFC 5321 §4.5.1: 'postmaster' needs no domain.
    const address = recipient.address.includes('@') ? recipient.address : `${recipient.address}@${hostname}`;
    const isSubmitted = async () => (await this.#findSender(returnPathOf(session))) !== null;
    const targets = await resolveRecipient(directory, address, directoryTimeoutMs, isSubmitted);
    await refuseWhenFull(store.ledger, targets, declaredSizeBytes(session));
    transaction.recipients.add(address);
    // Several recipients may lead to the same mailbox, which gets one copy.
    for (const target of targets) transaction.targets.set(target.mailboxId, target);
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { targets, recipients } = this.#transaction(session);
    const [onlyRecipient] = recipients;
    const returnPath = returnPathOf(session);
    const trace: Trace = {
      returnPath,
      clientName: session.hostNameAppearsAs,
      clientAddress: session.remoteAddress,
      hostname: this.#options.hostname,
      protocol: session.transmissionType,
      id: session.id,
      onlyRecipient: recipients.size === 1 && onlyRecipient !== undefined ? onlyRecipient : null,
      receivedAt: new Date(),
    };
    const body = await this.#checkSender(returnPath, recipients.size, wholeBody(stream));
    await deliverMessage(this.#options.store, trace, [...targets.values()], body);
    this.#refusals.delete(session);
  }

  /**
   * Nobody signs in here, so the address of MAIL FROM says who sends: if it is one of ours, the message is checked like one that Postfix
   * gets from that mailbox. Only programs on this machine reach the listener.
   */
  async #checkSender(
    returnPath: string,
    recipients: number,
    body: AsyncIterable<Buffer>,
  ): Promise<AsyncIterable<Buffer>> {
    const { directory, directoryTimeoutMs } = this.#options;
    const sender = await this.#findSender(returnPath);
    if (sender === null) return body;
    return withCheckedHeader(withCrlfLines(body), async (header) => {
      const refusal = refuseSubmission(sender, header);
      if (refusal !== null) throw new SmtpRefusal(554, `5.7.1 ${refusal}`);
      const limit = await withTimeout(directory.countRecipients(sender.mailbox, recipients), directoryTimeoutMs);
      if (limit === null) return;
      const text = describeLimit(limit, recipients);
      throw limit.isTemporary ? new SmtpRefusal(451, `4.7.1 ${text}`) : new SmtpRefusal(554, `5.7.1 ${text}`);
    });
  }

  async #findSender(returnPath: string): Promise<Sender | null> {
    const { directory, directoryTimeoutMs } = this.#options;
    const address = parseMailboxAddress(returnPath);
    return address && (await withTimeout(directory.findSender(address.address), directoryTimeoutMs));
  }

  #transaction(session: SMTPServerSession): Transaction {
    const transaction = this.#open.get(session);
    if (!transaction) throw tryLater();
    return transaction;
  }
}

const returnPathOf = ({ envelope }: SMTPServerSession): string => (envelope.mailFrom ? envelope.mailFrom.address : '');

/** Refuses a parameter that we would ignore, so that nobody relies on it. RFC 5321 §4.1.1.11 */
function refuseParameters({ args }: SMTPServerAddress, known: readonly string[]): void {
  const unknown = Object.keys(args || {}).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unsupportedParameter(unknown);
}

/** The message size that the client declared (RFC 1870); 0 if it didn't. */
function declaredSizeBytes(session: SMTPServerSession): number {
  const { mailFrom } = session.envelope;
  return mailFrom && mailFrom.args ? Number(mailFrom.args['SIZE'] ?? 0) : 0;
}

/** The whole message, or an error; never just a part of it. */
async function* wholeBody(stream: SMTPServerDataStream): AsyncGenerator<Buffer> {
  // Not destroyed on return, so that the rest of a refused message can still be read.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    if (stream.sizeExceeded) throw messageTooLarge();
    yield chunk as Buffer;
  }
  if (stream.sizeExceeded) throw messageTooLarge();
  if (!stream.readableEnded) throw new Error('The client left before the end of the message');
}
