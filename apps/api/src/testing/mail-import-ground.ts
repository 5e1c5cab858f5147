import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { MailSource } from '@postern/adapter-mail-source/port';
import type { SourceSignIns } from '@postern/adapter-mail-source/sign-in-port';
import { toModifiedUtf7 } from '@postern/adapter-mail/folders/modified-utf7';
import type { AppendedMessage, MailBackend } from '@postern/adapter-mail/port';
import { fetchImportTasks, type ImportTask, readImportLedger, scheduleImport } from '@postern/contract/mail-import';
import type { InputOf } from '@postern/contract/operation';
import { pollUntil } from '@postern/testkit/poll-until';
import { beforeEach } from 'vitest';
import { runImports } from '../features/mail-import/run-imports.ts';
import { mailImport } from '../features/mail-import/tables.ts';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from './builders.ts';
import { type Script, scriptedMailSource } from './scripted-mail-source.ts';
import type { TestApp } from './start-test-app.ts';
import { useTestApp } from './use-test-app.ts';

export const HOST = 'imap.oldhost.test';
export const SECRET = 'pass "word" \\ § 😀 ';

export const messages = (count: number, word = 'm'): string[] =>
  Array.from({ length: count }, (_, at) => `Subject: ${word} ${at}\r\n\r\nbody ${at}\r\n`);

type Wish = InputOf<typeof scheduleImport> & { remotePassword: string };

/** What a test of imports has: a panel with its own mail store, another server, and for each test a new mailbox. */
export type ImportGround = {
  app: TestApp;
  /** Called before and after messages are put into the mail store; it may wait, or throw. */
  onAppend: (
    when: 'before' | 'after',
    raws: string[],
    folder: string,
    list: readonly AppendedMessage[],
  ) => void | Promise<void>;
  script: Script;
  customer: TestCustomer;
  box: { id: string; email: string };
  number: number;
  wish: (more?: Partial<Wish>) => Wish;
  schedule: (more?: Partial<Wish>, token?: string) => Promise<ImportTask>;
  /** Lets this process work until nothing is due, as its sweep does in rounds. */
  run: () => Promise<void>;
  read: (task: ImportTask) => Promise<ImportTask>;
  finished: (task: ImportTask) => Promise<ImportTask>;
  ledger: (task: ImportTask) => Promise<Awaited<ReturnType<typeof readLedger>>>;
  /** The messages in a folder of the mailbox, sorted; as files, and as texts. */
  files: (folder: string) => string[];
  here: (folder: string) => string[];
  text: (file: string) => string;
  drop: (folder: string, isDropped: (raw: string) => boolean) => void;
};

const readLedger = async (app: TestApp, token: string, taskId: string) =>
  (await app.must(readImportLedger, { taskId }, { token })).folders;

/**
 * Starts a panel for the tests of a file. Use its parts only inside tests. The other server is a script, or the one given; people can sign
 * in nowhere, or where the test says.
 */
export function useImportGround(other?: MailSource, signIns?: SourceSignIns): ImportGround {
  const scripts = new Map<string, Script>();
  const ground = { onAppend: () => {}, number: 0 } as unknown as ImportGround;
  const watching = (mail: MailBackend): MailBackend => ({
    ...mail,
    appendMessages: async (mailbox, folder, list) => {
      const raws = list.map(({ raw }) => raw.toString('latin1'));
      await ground.onAppend('before', raws, folder, list);
      await mail.appendMessages(mailbox, folder, list);
      await ground.onAppend('after', raws, folder, list);
    },
  });
  const mailSource = other ?? scriptedMailSource(scripts);
  const app = useTestApp({ webhooks: false, mailSource, wrapMail: watching, ...(signIns && { signIns }) });
  ground.app = app;
  beforeEach(async () => {
    ground.number += 1;
    // What earlier tests left open must not meet this test's server.
    await app.deps.db.asSystem((tx) => tx.update(mailImport).set({ nextTryAt: null }));
    ground.customer = await aCustomerWithDomain(app);
    ground.box = await aMailbox(app, ground.customer, `box${ground.number}`);
    ground.onAppend = () => {};
    ground.script = { password: SECRET, folders: [], before: () => {}, signIns: 0 };
    scripts.set(HOST, ground.script);
  });
  ground.wish = (more = {}) => ({
    ...{ host: HOST, port: 993, ssl: true, remoteEmail: `anna${ground.number}@oldhost.test`, remotePassword: SECRET },
    ...{ destinationEmail: ground.box.email, ...more },
  });
  ground.schedule = async (more = {}, token = ground.customer.token) =>
    (await app.must(scheduleImport, ground.wish(more), { token })).task;
  ground.run = () => runImports(app.deps);
  ground.read = async ({ taskId }) => {
    const { tasks } = await app.must(fetchImportTasks, {}, { token: ground.customer.token });
    const found = tasks.find((task) => task.taskId === taskId);
    if (found === undefined) throw new Error('the import is not in the list');
    return found;
  };
  ground.finished = async (task) => {
    await ground.run();
    return ground.read(task);
  };
  ground.ledger = ({ taskId }) => readLedger(app, ground.customer.token, taskId);
  const maildirOf = (folder: string) => {
    const [local = '', domain = ''] = ground.box.email.split('@');
    const name = folder === 'INBOX' ? '' : `.${toModifiedUtf7(folder).replaceAll('/', '.')}`;
    return path.join(app.dataDir, 'mail', domain, local, 'Maildir', name, 'cur');
  };
  ground.files = (folder) => readdirSync(maildirOf(folder)).map((name) => path.join(maildirOf(folder), name));
  ground.text = (file) => readFileSync(file, 'latin1');
  ground.here = (folder) =>
    ground
      .files(folder)
      .map((file) => readFileSync(file, 'latin1'))
      .toSorted();
  ground.drop = (folder, isDropped) => {
    for (const file of ground.files(folder)) if (isDropped(readFileSync(file, 'latin1'))) rmSync(file);
  };
  return ground;
}

/** The token of the link to enter a password, as it was mailed to an address. */
export async function tokenOfImportMail(app: TestApp, to: string): Promise<string> {
  const find = async () =>
    (await app.readMails()).find((mail) => mail.to === to && mail.text.includes('resume-import-email'));
  await pollUntil(async () => (await find()) !== undefined, { timeoutMs: 20_000, onTimeout: () => 'no mail came' });
  return /token=([\w-]+)/.exec((await find())?.text ?? '')?.[1] ?? '';
}
