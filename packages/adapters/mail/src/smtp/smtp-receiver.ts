import { once } from 'node:events';
import { BlockList, isIPv6 } from 'node:net';
import { finished } from 'node:stream/promises';
import { MESSAGE_MAXIMUM_MB } from '@postern/domain/spam-filter';
import { SMTPServer } from 'smtp-server';
import type { MailStore } from '../delivery/deliver-message.ts';
import type { MailLog } from '../mail-log.ts';
import type { MailDirectory } from '../port.ts';
import { SmtpDrain } from './drain-smtp-server.ts';
import { refusalFor, SmtpRefusal, shuttingDown } from './smtp-refusal.ts';
import { SmtpTransactions } from './smtp-transactions.ts';

/** Announced by SIZE (RFC 1870) and enforced. */
export const MESSAGE_SIZE_MAX_BYTES = MESSAGE_MAXIMUM_MB * 1024 * 1024;
const CLIENTS_MAX = 100;
const RECIPIENTS_MAX = 100;
/** RFC 5321 §4.5.3.2.7 */
const SOCKET_TIMEOUT_MS = 300_000;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

export type SmtpReceiverOptions = {
  host: string;
  port: number;
  hostname: string;
  store: MailStore;
  directory: MailDirectory;
  directoryTimeoutMs: number;
  drainTimeoutMs: number;
  log: MailLog;
};

export type SmtpReceiver = { port: number; isListening: () => boolean; close: () => Promise<void> };

/** Receives mail for our mailboxes on a loopback address: no AUTH, no STARTTLS, no relaying. */
export async function startSmtpReceiver(options: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const { host, log } = options;
  // The listener has neither AUTH nor TLS, so other machines must not reach it.
  if (!LOOPBACK.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')) throw new TypeError(`${host} is not a loopback address`);
  const { server, drain } = createServer(options);
  server.on('error', (error: Error) => log.warn({ err: error }, 'smtp connection failed'));
  const listening = once(server.server, 'listening');
  server.listen(options.port, host);
  await listening;
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return { port, isListening: () => server.server.listening, close: () => drain.close(options.drainTimeoutMs) };
}

type Answer = (error?: Error | null, text?: string) => void;

function createServer(options: SmtpReceiverOptions): { server: SMTPServer; drain: SmtpDrain } {
  const transactions = new SmtpTransactions(options);
  const server = new SMTPServer({
    name: options.hostname,
    heloResponse: '%s',
    disabledCommands: ['AUTH', 'STARTTLS', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'],
    disableReverseLookup: true,
    // We check addresses ourselves, so that a malformed one gets the same answer as an unknown one.
    lenientAddressParsing: true,
    hideSMTPUTF8: true,
    size: MESSAGE_SIZE_MAX_BYTES,
    maxClients: CLIENTS_MAX,
    maxRecipients: RECIPIENTS_MAX,
    socketTimeout: SOCKET_TIMEOUT_MS,
    logger: false,
    onMailFrom(sender, session, callback) {
      if (drain.isClosing) return callback(shuttingDown());
      answer(
        Promise.try(() => transactions.start(sender, session)),
        callback,
      );
    },
    onRcptTo(recipient, session, callback) {
      answer(transactions.addRecipient(recipient, session), callback);
    },
    onData(stream, session, callback) {
      const received = transactions.receive(stream, session).catch(async (error: unknown) => {
        // A refused message is read to its end, as the answer comes after it.
        await finished(stream.resume()).catch(() => undefined);
        throw error;
      });
      answer(received, (error) => {
        callback(error ?? null, '2.0.0 Delivered');
        setImmediate(() => drain.dismissIdle());
      });
    },
  });
  const drain = new SmtpDrain(server);

  function answer(work: Promise<void>, callback: Answer): void {
    drain.track(work).then(
      () => callback(),
      (error: unknown) => {
        if (!(error instanceof SmtpRefusal)) options.log.error({ err: error }, 'mail was deferred');
        callback(refusalFor(error));
      },
    );
  }
  return { server, drain };
}
