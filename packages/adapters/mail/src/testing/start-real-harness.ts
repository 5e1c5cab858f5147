import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MailStack, mailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { inject } from 'vitest';
import { postfixDovecotBackend } from '../postfix-dovecot.ts';
import type { Harness } from './harness.ts';
import { openImap } from './imap-client.ts';
import { PanelTables } from './panel-tables.ts';
import { PASSWORD, PASSWORD_HASH } from './password.ts';
import { sendMail } from './send-mail.ts';

/** The time limit of the hook that starts the servers, on a loaded machine. */
export const REAL_START_LIMIT_MS = 150_000;
const DELIVERY_LIMIT_MS = 20_000;
/** The advisory lock that every file with these servers shares, and that `alone` has for itself. */
const SERVERS_LOCK = 7_301;
/**
 * Postfix's queues of accepted mail that isn't delivered yet, in the order that a message takes. They are read one after another, so that
 * none slips from a queue that is still to be read into one that was.
 */
const QUEUES = ['maildrop', 'deferred', 'incoming', 'active', 'deferred'];

export type RealHarness = Harness & {
  directory: PanelTables;
  stack: MailStack;
  /** Resolves once all mail accepted before the call has arrived. */
  delivered(): Promise<void>;
  /** Does something that other tests with these servers would notice, while none of them runs. */
  alone(work: () => Promise<void>): Promise<void>;
  /** The messages of one folder: INBOX is '', another '.Junk'. */
  readFolder(mailboxId: string, folder: string): Promise<string[]>;
};

/** The real servers of this test run: the panel's backend, the panel's tables, and the Maildirs to check the results. */
export async function startRealHarness(): Promise<RealHarness> {
  const stack = await mailStack(inject('mailStackUrl'));
  const directory = new PanelTables(stack.ports.postgres);
  await directory.client.connect();
  const lock = (call: string) => directory.client.query(`select ${call}(${SERVERS_LOCK})`);
  await lock('pg_advisory_lock_shared');
  const storeDir = join(stack.dir, 'mail');
  const backend = postfixDovecotBackend({
    apiKey: await readApiKey(stack.dir),
    list: async () => [
      {
        ...{ name: 'only', url: `http://127.0.0.1:${stack.ports.doveadm}`, storeDir, copyTo: null },
        imap: { host: '127.0.0.1', port: stack.ports.imap },
      },
    ],
    placeOf: async () => null,
  });
  const readFolder = async (mailboxId: string, folder: string) => {
    await waitForEmptyQueue(stack.dir);
    const mailbox = (await backend.listMailboxes()).find((each) => each.mailboxId === mailboxId);
    if (!mailbox) throw new Error(`The store has no mailbox ${mailboxId}`);
    const [local = '', domain = ''] = mailbox.address.split('@');
    const maildir = join(storeDir, domain, `${local},${mailboxId}`, 'Maildir', folder);
    const files = (await Promise.all(['new', 'cur'].map((part) => listFiles(join(maildir, part))))).flat();
    const sources = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    // Dovecot stores messages with LF.
    return sources.map((source) => source.replaceAll(/\r?\n/g, '\r\n'));
  };
  return {
    backend,
    directory,
    stack,
    delivered: () => waitForEmptyQueue(stack.dir),
    async alone(work) {
      await lock('pg_advisory_unlock_shared');
      await lock('pg_advisory_lock');
      try {
        await work();
      } finally {
        await lock('pg_advisory_unlock');
        await lock('pg_advisory_lock_shared');
      }
    },
    smtp: { host: '127.0.0.1', port: stack.ports.smtp },
    async submit({ mailboxId, address }, submission) {
      await directory.setPassword(mailboxId, PASSWORD_HASH);
      const auth = { user: address, pass: PASSWORD };
      return sendMail({ host: '127.0.0.1', port: stack.ports.submission }, { from: address, auth, ...submission });
    },
    readFolder,
    readMessages: (mailboxId) => readFolder(mailboxId, ''),
    async readStored({ mailboxId, address }, folder) {
      await directory.setPassword(mailboxId, PASSWORD_HASH);
      const client = await openImap(stack.ports.imap, address, PASSWORD);
      await client.mailboxOpen(folder, { readOnly: true });
      const found = await client.fetchAll('1:*', { source: true, flags: true, internalDate: true });
      await client.logout();
      return found.map(({ source, flags, internalDate }) => ({
        raw: source ?? Buffer.alloc(0),
        flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
        internalDate: internalDate === undefined ? null : new Date(internalDate),
      }));
    },
    stop: () => directory.client.end(),
  };
}

async function readApiKey(dir: string): Promise<string> {
  const text = await readFile(join(dir, 'config/dovecot/dovecot.conf'), 'utf8');
  return /^doveadm_api_key = (.+)$/m.exec(text)?.[1] ?? '';
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    // A folder that was never used, or a queue file that has just been delivered.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function waitForEmptyQueue(dir: string): Promise<void> {
  let left: string[] = [];
  await pollUntil(
    async () => {
      left = [];
      for (const queue of QUEUES) left.push(...(await listFiles(join(dir, 'spool', queue))));
      return left.length === 0;
    },
    { timeoutMs: DELIVERY_LIMIT_MS, onTimeout: () => `Postfix has not delivered ${left.join(', ')}` },
  );
}
