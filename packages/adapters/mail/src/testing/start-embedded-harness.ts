import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMailOptions, startEmbeddedMail } from '../embedded.ts';
import type { MailLog } from '../mail-log.ts';
import { folderDirectory } from '../folders/folder-on-disk.ts';
import type { AppendedMessage, MailDirectory } from '../port.ts';
import type { Harness } from './harness.ts';
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
    readStored: ({ address }, folder) => readFolder(folderDirectory(maildirOf(dir, address), folder)),
    async stop() {
      await backend.close();
      if (!settings.dir) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A folder as Dovecot would read it: flags from the file names, keywords by their letters, dates from the files. */
async function readFolder(folder: string): Promise<AppendedMessage[]> {
  const keywords = await readFile(join(folder, 'dovecot-keywords'), 'utf8').catch(() => '');
  const words = new Map(keywords.split('\n').map((line) => [LETTERS[Number.parseInt(line, 10)], line.split(' ')[1]]));
  const names = await readdir(join(folder, 'cur'));
  return Promise.all(
    names.map(async (name) => ({
      raw: await readFile(join(folder, 'cur', name)),
      flags: [...(name.split(':2,')[1] ?? '')].map((letter) => FLAGS[letter] ?? words.get(letter) ?? letter),
      internalDate: (await stat(join(folder, 'cur', name))).mtime,
    })),
  );
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FLAGS: Record<string, string> = { D: '\\Draft', F: '\\Flagged', R: '\\Answered', S: '\\Seen' };

export function maildirOf(dir: string, address: string): string {
  const [local = '', domain = ''] = address.split('@');
  return join(dir, domain, local, 'Maildir');
}

export function newFolder(dir: string, address: string): string {
  return join(maildirOf(dir, address), 'new');
}
