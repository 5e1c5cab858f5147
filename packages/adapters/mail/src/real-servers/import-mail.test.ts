import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  fetchImportTasks,
  type ImportTask,
  readImportLedger,
  scheduleImport,
  testImportConnection,
} from '@postern/contract/mail-import';
import { pollUntil } from '@postern/testkit/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aCustomerWithDomain,
  aMailbox,
  PASSWORD,
  type TestCustomer,
} from '../../../../../apps/api/src/testing/builders.ts';
import { testClient } from '../../../../../apps/api/src/testing/test-client.ts';
import { messageDigest } from '../message-digest.ts';
import { openImap } from '../testing/imap-client.ts';
import { REAL_START_LIMIT_MS, type RealHarness, startRealHarness } from '../testing/start-real-harness.ts';

let mail: RealHarness;
let panel: ReturnType<typeof testClient>;
let customer: TestCustomer;
let dovecotConfig: string;
beforeAll(async () => {
  mail = await startRealHarness();
  panel = testClient(mail.stack.baseUrl);
  // The panel is shared with other files, which count their links from 1.
  customer = await aCustomerWithDomain(shop(), { domain: 'moving.test', accounts: 5, linkId: 'moving' });
  dovecotConfig = await readFile(join(mail.stack.dir, 'config/dovecot/dovecot.conf'), 'utf8');
}, REAL_START_LIMIT_MS);
afterAll(() => mail.stop());

const KILLS = 3;
/** So many that copying them takes seconds. */
const MANY = 7_200;
const find = (pattern: RegExp) => pattern.exec(dovecotConfig)?.[1] ?? '';
const shop = () => ({ ...panel, partner: mail.stack.partner, clock: { now: () => new Date() } });
const wishFor = (remoteEmail: string, destinationEmail: string) => ({
  ...{ host: '127.0.0.1', port: Number(find(/inet_listener imaps \{\s*port = (\d+)/)), ssl: true },
  ...{ remoteEmail, remotePassword: PASSWORD, destinationEmail },
});
/** The certificate of the stack, which is nobody's. */
async function trusted(old: { email: string }, here: { email: string }): Promise<{ certificateFingerprint: string }> {
  const refused = await panel.call(testImportConnection, wishFor(old.email, here.email), { token: customer.token });
  if (refused.ok) throw new Error("the certificate of the stack is nobody's");
  expect(refused.code).toBe('CERTIFICATE_FAULT');
  return { certificateFingerprint: String(refused.problem.attrs?.['fingerprint']) };
}

test('a mailbox moves in from a server that people compared the certificate of: every message with its bytes, flags and date, and again only what is new [IMP-01] [IMP-02]', async () => {
  const [old, here] = [await aMailbox(shop(), customer, 'old'), await aMailbox(shop(), customer, 'here')];
  const at = new Date('2018-05-06T07:08:09Z');
  const fill = async (folder: string, from: number, count: number) => {
    const client = await openImap(mail.stack.ports.imap, old.email, PASSWORD);
    if (folder !== 'INBOX') await client.mailboxCreate(folder);
    for (let number = from; number < from + count; number += 1)
      await client.append(
        folder,
        `Subject: ${folder} ${number}\r\n\r\n${'x'.repeat(number * 97)}\r\n`,
        ['\\Seen', 'Kunde'],
        at,
      );
    await client.logout();
  };
  await fill('INBOX', 0, 20);
  await fill('Angebote/Größe & Co', 0, 5);
  const as = { token: customer.token };
  const wish = { ...wishFor(old.email, here.email), ...(await trusted(old, here)) };
  expect(await panel.must(testImportConnection, wish, as)).toMatchObject({ messages: 25 });
  const importAll = async () => {
    const { task } = await panel.must(scheduleImport, wish, as);
    let status = '';
    await pollUntil(
      async () => {
        const { tasks } = await panel.must(fetchImportTasks, {}, as);
        status = tasks.find(({ taskId }) => taskId === task.taskId)?.status ?? '';
        return status !== 'initialized' && status !== 'started';
      },
      { timeoutMs: 30_000, onTimeout: () => `the import is still ${status}` },
    );
    expect(status).toMatch(/successful$/);
    const { folders } = await panel.must(readImportLedger, { taskId: task.taskId }, as);
    return folders
      .filter(({ found }) => found > 0)
      .map(({ target, found, copied, present }) => [target, found, copied, present]);
  };
  expect(await importAll()).toEqual([
    ['INBOX', 20, 20, 0],
    ['Angebote/Größe & Co', 5, 5, 0],
  ]);
  await fill('INBOX', 20, 2);
  expect((await importAll()).reduce((sum, [, , copied]) => sum + Number(copied), 0)).toBe(2);
  for (const folder of ['INBOX', 'Angebote/Größe & Co']) {
    const [there, copied] = [
      await mail.readStored({ mailboxId: old.id, address: old.email }, folder),
      await mail.readStored({ mailboxId: here.id, address: here.email }, folder),
    ];
    const facts = (messages: typeof there) =>
      messages.map(({ raw, flags, internalDate }) => [messageDigest(raw), flags.toSorted(), internalDate]);
    expect(facts(copied)).toEqual(facts(there));
  }
}, 60_000);

/** The process that copies imported mail, a child of the panel; null while there is none. */
async function findWorker(): Promise<number | null> {
  const panelPid = (await readFile(join(mail.stack.dir, 'run/panel.pid'), 'utf8')).trim();
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (command?.includes('import-worker') && status?.includes(`\nPPid:\t${panelPid}\n`)) return Number(pid);
  }
  return null;
}

test('mail is copied by a process of its own: killed again and again, it loses no message and doubles none, the panel lives on, and the password is in neither its arguments nor its environment [IMP-02] [IMP-04]', async () => {
  const [old, here] = [await aMailbox(shop(), customer, 'much'), await aMailbox(shop(), customer, 'killed')];
  const messages = Array.from({ length: MANY }, (_, number) => ({
    ...{
      raw: Buffer.from(`Subject: ${number % (MANY / 2)}\r\n\r\n${'y'.repeat(300)}\r\n`),
      flags: [],
      internalDate: null,
    },
  }));
  const box = { mailboxId: old.id, address: old.email, quotaBytes: 1e9 };
  for (let from = 0; from < messages.length; from += 400)
    await mail.backend.appendMessages(box, 'INBOX', messages.slice(from, from + 400));
  const as = { token: customer.token };
  const { task } = await panel.must(
    scheduleImport,
    { ...wishFor(old.email, here.email), ...(await trusted(old, here)) },
    as,
  );
  const killed = new Set<number>();
  let now: ImportTask | undefined;
  await pollUntil(
    async () => {
      const { tasks } = await panel.must(fetchImportTasks, {}, as);
      now = tasks.find(({ taskId }) => taskId === task.taskId);
      if (!['initialized', 'started', 'interrupted'].includes(now?.status ?? '')) return true;
      const worker = await findWorker();
      // The first one at once, and later ones when they have put something.
      const hasPut = (now?.messages.done ?? 0) > (killed.size - 1) * 200;
      if (worker === null || killed.has(worker) || killed.size === KILLS || !hasPut) return false;
      for (const place of ['cmdline', 'environ'])
        expect(await readFile(`/proc/${worker}/${place}`, 'latin1')).not.toMatch(PASSWORD);
      process.kill(worker, 'SIGKILL');
      killed.add(worker);
      return false;
    },
    { timeoutMs: 150_000, onTimeout: () => `the import is still ${JSON.stringify(now)}` },
  );
  expect(now).toMatchObject({ status: 'successful', messages: { total: MANY, done: MANY } });
  expect(killed.size).toBeGreaterThan(1);
  const { folders } = await panel.must(readImportLedger, { taskId: task.taskId }, as);
  expect(folders.find(({ target }) => target === 'INBOX')).toMatchObject({ found: MANY, isBalanced: true });
  const there = await mail.readStored({ mailboxId: here.id, address: here.email }, 'INBOX');
  const digests = (list: readonly { raw: Buffer }[]) => list.map(({ raw }) => messageDigest(raw)).toSorted();
  expect(digests(there)).toEqual(digests(messages));
}, 200_000);

test("the panel's own way into mailboxes needs its key, and works from the panel's address alone", async () => {
  const ann = await aMailbox(shop(), customer, 'ann');
  const login = async (key: string, localAddress: string): Promise<string> => {
    const socket = connect({ port: mail.stack.ports.imap, host: '127.0.0.1', localAddress });
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    await lines.next();
    socket.write(`a LOGIN "${ann.email}*postern-panel" "${key}"\r\n`);
    const { value = '' } = await lines.next();
    socket.destroy();
    await once(socket, 'close');
    return value.slice(0, 4);
  };
  const key = find(/^doveadm_api_key = (.+)$/m);
  expect(await login(key, '127.0.0.1')).toBe('a OK');
  expect(await login(key, '127.0.0.2')).toBe('a NO');
  expect(await login(`${key}x`, '127.0.0.1')).toBe('a NO');
  expect(await login(PASSWORD, '127.0.0.1')).toBe('a NO');
});
