import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailStore } from './delivery/deliver-message.ts';
import { createEmbeddedBackend } from './embedded-backend.ts';
import { startBackgroundSweeps } from './folders/background-sweeps.ts';
import { STAGING } from './folders/mailbox-folder.ts';
import { MailboxLocks } from './folders/mailbox-locks.ts';
import type { MailLog } from './mail-log.ts';
import type { MailBackend, MailDirectory } from './port.ts';
import { UsageLedger } from './usage/usage-ledger.ts';

const DIRECTORY_TIMEOUT_MS = 5_000;
const DRAIN_TIMEOUT_MS = 5_000;
const USAGE_SWEEP_MS = 15_000;

export type EmbeddedMailOptions = {
  /** The store: `DIR/<domain>/<localpart>/Maildir`. Created if missing. */
  dir: string;
  /** A loopback address. */
  host: string;
  /** 0 picks a free one; null means no SMTP listener in this process. */
  port: number | null;
  /** Our host name, for SMTP clients and Received lines. */
  hostname: string;
  directory: MailDirectory;
  log: MailLog;
  /** How often changed mailboxes are recounted; null for never. By default 15 s with a listener, else never. */
  usageSweepMs?: number | null;
  /** How long the panel may take to answer; 5 s by default. */
  directoryTimeoutMs?: number;
  /** How long `close` waits for open transactions; 5 s by default. */
  drainTimeoutMs?: number;
};

/**
 * Starts the built-in mail store: an SMTP receiver on loopback and Maildirs on disk, which an IMAP server may serve. `port`
 * is the port it listens on, null without a listener. Only one process at a time should listen for a folder, as quotas are
 * only exact within one process.
 */
export async function startEmbeddedMail(
  options: EmbeddedMailOptions,
): Promise<{ backend: MailBackend; port: number | null }> {
  const { dir, directory, log, port } = options;
  const { directoryTimeoutMs = DIRECTORY_TIMEOUT_MS, drainTimeoutMs = DRAIN_TIMEOUT_MS } = options;
  await mkdir(join(dir, STAGING), { recursive: true, mode: 0o700 });
  const locks = new MailboxLocks();
  const ledger = new UsageLedger({ dir, directory, directoryTimeoutMs, locks, log });
  const store: MailStore = { dir, locks, ledger };
  const startReceiver = async (ownPort: number) =>
    (await import('./smtp/smtp-receiver.ts')).startSmtpReceiver({
      ...options,
      port: ownPort,
      store,
      directoryTimeoutMs,
      drainTimeoutMs,
    });
  const receiver = port === null ? null : await startReceiver(port);
  const usageSweepMs = options.usageSweepMs === undefined ? (receiver ? USAGE_SWEEP_MS : null) : options.usageSweepMs;
  const sweeps = startBackgroundSweeps({ dir, ledger, log, usageSweepMs });
  const backend = createEmbeddedBackend({
    store,
    log,
    isListening: receiver && receiver.isListening,
    async close() {
      await receiver?.close();
      await sweeps.stop();
    },
  });
  return { backend, port: receiver && receiver.port };
}
