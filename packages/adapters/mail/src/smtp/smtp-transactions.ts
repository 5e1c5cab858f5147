import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { deliverMessage, type MailStore } from '../delivery/deliver-message.ts';
import { type DeliveryTarget, refuseWhenFull, resolveRecipient } from '../delivery/resolve-recipient.ts';
import type { Trace } from '../delivery/trace-header.ts';
import type { MailDirectory } from '../port.ts';
import { messageTooLarge, tryLater } from './smtp-refusal.ts';

type Transaction = { targets: Map<string, DeliveryTarget>; recipients: Set<string> };

type TransactionOptions = { hostname: string; store: MailStore; directory: MailDirectory; directoryTimeoutMs: number };

/** The commands of a mail transaction. All methods throw the refusal for the client. */
export class SmtpTransactions {
  readonly #open = new WeakMap<SMTPServerSession, Transaction>();
  readonly #options: TransactionOptions;

  constructor(options: TransactionOptions) {
    this.#options = options;
  }

  start(session: SMTPServerSession): void {
    this.#open.set(session, { targets: new Map(), recipients: new Set() });
  }

  /** Keeps the directory's answer for DATA, so that a transaction sees one state of the panel. */
  async addRecipient(recipient: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const transaction = this.#transaction(session);
    const { directory, directoryTimeoutMs, hostname, store } = this.#options;
    // RFC 5321 §4.5.1: 'postmaster' needs no domain.
    const address = recipient.address.includes('@') ? recipient.address : `${recipient.address}@${hostname}`;
    const targets = await resolveRecipient(directory, address, directoryTimeoutMs);
    await refuseWhenFull(store.ledger, targets, declaredSizeBytes(session));
    transaction.recipients.add(address);
    // Several recipients may lead to the same mailbox, which gets one copy.
    for (const target of targets) transaction.targets.set(target.mailboxId, target);
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { targets, recipients } = this.#transaction(session);
    const [onlyRecipient] = recipients;
    const trace: Trace = {
      returnPath: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
      clientName: session.hostNameAppearsAs,
      clientAddress: session.remoteAddress,
      hostname: this.#options.hostname,
      protocol: session.transmissionType,
      id: session.id,
      onlyRecipient: recipients.size === 1 && onlyRecipient !== undefined ? onlyRecipient : null,
      receivedAt: new Date(),
    };
    await deliverMessage(this.#options.store, trace, [...targets.values()], wholeBody(stream));
  }

  #transaction(session: SMTPServerSession): Transaction {
    const transaction = this.#open.get(session);
    if (!transaction) throw tryLater();
    return transaction;
  }
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
