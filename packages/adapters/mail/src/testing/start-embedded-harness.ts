import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness } from '../conformance.ts';
import { type EmbeddedMailOptions, startEmbeddedMail } from '../embedded.ts';
import type { MailLog } from '../mail-log.ts';
import type { MailDirectory } from '../port.ts';
import { MemoryDirectory } from './memory-directory.ts';
import { sendMail } from './send-mail.ts';

const SILENT: MailLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type EmbeddedHarness = Harness & { dir: string; directory: MemoryDirectory };
type Settings = Partial<EmbeddedMailOptions> & { panel?: (directory: MemoryDirectory) => MailDirectory };

/** An embedded store, by default in a new folder. `panel` may wrap the directory, for failures. */
export async function startEmbeddedHarness({ panel, ...settings }: Settings = {}): Promise<EmbeddedHarness> {
  const dir = settings.dir ?? (await mkdtemp(join(tmpdir(), 'postern-mail-')));
  const directory = new MemoryDirectory();
  const started = await startEmbeddedMail({
    host: '127.0.0.1',
    port: 0,
    hostname: 'mx.postern.test',
    directory: panel ? panel(directory) : directory,
    log: SILENT,
    ...settings,
    dir,
  });
  const { backend } = started;
  const smtp = { host: '127.0.0.1', port: started.port ?? 0 };
  return {
    backend,
    dir,
    directory,
    smtp,
    submit: ({ address }, submission) => sendMail(smtp, { from: address, ...submission }),
    async readMessages(mailboxId) {
      const mailbox = (await backend.listMailboxes()).find((each) => each.mailboxId === mailboxId);
      if (!mailbox) throw new Error(`The store has no mailbox ${mailboxId}`);
      const folder = newFolder(dir, mailbox.address);
      return Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
    },
    async stop() {
      await backend.close();
      if (!settings.dir) await rm(dir, { recursive: true, force: true });
    },
  };
}

export function maildirOf(dir: string, address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return join(dir, domain, local, 'Maildir');
}

export function newFolder(dir: string, address: string): string {
  return join(maildirOf(dir, address), 'new');
}
