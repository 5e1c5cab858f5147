import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailStore } from './delivery/deliver-message.ts';
import { appendToFolder } from './folders/append-messages.ts';
import { createMailboxFolder } from './folders/create-mailbox-folder.ts';
import { listDigests } from './folders/list-digests.ts';
import { listMailboxFolders } from './folders/list-mailbox-folders.ts';
import { MAILDIR, requireFolder, STAGING } from './folders/mailbox-folder.ts';
import { moveMailboxFolder } from './folders/move-mailbox-folder.ts';
import { removeMailboxFolder } from './folders/remove-mailbox-folder.ts';
import type { MailLog } from './mail-log.ts';
import { MailBackendError, type MailBackend } from './port.ts';

type BackendOptions = {
  store: MailStore;
  log: MailLog;
  /** Null without an SMTP listener in this process. */
  isListening: (() => boolean) | null;
  close: () => Promise<void>;
};

/** The mail port on a folder of Maildirs. */
export function createEmbeddedBackend({ store, log, isListening, close }: BackendOptions): MailBackend {
  const { dir, locks, ledger } = store;
  return {
    createMailbox: (mailbox) =>
      locks.hold([mailbox.address], async () => {
        const isNew = await outcome(createMailboxFolder(dir, mailbox));
        await (isNew ? ledger.recordEmpty(mailbox) : ledger.record([mailbox.address]));
      }),
    deleteMailbox: ({ mailboxId, address, storedAs }) => {
      // A mailbox that hasn't been moved yet is at its former address; one that was moved meanwhile is at the new one.
      const places = [storedAs ?? address, address];
      return locks.hold(places, async () => {
        for (const place of new Set(places)) {
          await outcome(removeMailboxFolder(dir, { mailboxId, address: place }));
          await ledger.forget({ mailboxId, address: place });
        }
      });
    },
    moveMailbox: (mailbox, address) =>
      locks.hold([mailbox.address, address], async () => {
        await outcome(moveMailboxFolder(dir, mailbox, address));
        await ledger.record([address]);
        return address;
      }),
    appendMessages: (mailbox, folder, messages) =>
      locks.hold([mailbox.address], async () => {
        await outcome(appendToFolder(store, mailbox, { folder, messages, quotaBytes: mailbox.quotaBytes }));
        await ledger.record([mailbox.address]);
      }),
    listMessageDigests: (mailbox, folder) => outcome(listDigests(join(requireFolder(dir, mailbox), MAILDIR), folder)),
    // Nobody can sign in to this store, so there is no session to end.
    endSessions: async () => undefined,
    listMailboxes: () => outcome(listMailboxFolders(dir)),
    async check() {
      if (isListening?.() === false) return { ok: false, detail: 'The SMTP listener is closed' };
      const probe = join(dir, STAGING, `probe-${randomUUID()}`);
      try {
        await writeFile(probe, 'probe', { flag: 'wx', flush: true });
        await rm(probe);
        return { ok: true, detail: isListening ? 'Store writable, SMTP listening' : 'Store writable' };
      } catch (error) {
        log.error({ err: error }, 'the mail store is not writable');
        return { ok: false, detail: 'The mail store is not writable' };
      }
    },
    close,
  };
}

/** A failed file system call leaves the outcome unknown, so it is 'unavailable'; definite refusals were thrown before. */
async function outcome<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MailBackendError) throw error;
    throw new MailBackendError('unavailable', 'The mail store failed', { cause: error });
  }
}
