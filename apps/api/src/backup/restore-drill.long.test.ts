import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openImap, readWithImap } from '@postern/adapter-mail/testing/imap-client';
import { aMessage, sendMail } from '@postern/adapter-mail/testing/send-mail';
import { startRealHarness } from '@postern/adapter-mail/testing/start-real-harness';
import { applyDomainPlan, planDomain } from '@postern/contract/domain-plan';
import { createMailbox, listMailboxes } from '@postern/contract/mailboxes';
import { signIn } from '@postern/contract/sign-in';
import { countTrials } from '@postern/testkit/count-trials';
import type { MailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { choosePortBase } from '@postern/testkit/vitest-mail-stack';
import { expect, onTestFinished, test } from 'vitest';
import { aCustomerWithDomain, PASSWORD } from '../testing/builders.ts';
import { testClient } from '../testing/test-client.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const POSTGRES = '/usr/lib/postgresql/15/bin';
const run = promisify(execFile);
const STORED = 5_000;
const POSTGRES_PORT_AT = 10;

const databaseOf = (port: number, user = 'postern') => ({ PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: user });
const panelOf = ({ baseUrl, partner }: MailStack) => ({
  ...testClient(baseUrl),
  partner,
  clock: { now: () => new Date() },
});

/** Runs one of the operator's scripts with nothing but these settings. */
async function script(name: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const tool = path.join(ROOT, 'deploy/backup', name);
  const { stdout, stderr } = await run('bash', [tool, ...args], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
  });
  return stdout + stderr;
}

function aFolder(): string {
  const folder = mkdtempSync('/tmp/postern-drill-');
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty PostgreSQL where the second stack will look for its own, and what the operator brings along: the secret key. */
async function anEmptyPlace(from: MailStack) {
  const dir = aFolder();
  const base = await choosePortBase();
  const port = base + POSTGRES_PORT_AT;
  const data = path.join(dir, 'postgres');
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, idOf('-u'), idOf('-g'));
  const asPostgres = (...args: string[]) => run('runuser', ['-u', 'postgres', '--', ...args], { cwd: '/' });
  await asPostgres(`${POSTGRES}/initdb`, '-D', data, '-U', 'postern', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`;
  await asPostgres(`${POSTGRES}/pg_ctl`, '-D', data, '-w', '-l', `${data}/log`, '-o', options, 'start');
  const stop = () => asPostgres(`${POSTGRES}/pg_ctl`, '-D', data, '-w', 'stop');
  copyFileSync(path.join(from.dir, 'secret-key'), path.join(dir, 'secret-key'));
  writeFileSync(path.join(dir, 'partner-made'), '');
  return { dir, base, port, stop };
}

async function startStack(dir: string, base: number): Promise<MailStack> {
  const server = await spawnProcess({
    command: process.execPath,
    args: [path.join(ROOT, 'scripts/stack.mjs'), '--from-source', '--dir', dir, '--port-base', String(base)],
    env: { POSTERN_LONG: undefined },
    ready: { line: /^\{"baseUrl"/ },
    timeoutMs: 180_000,
  });
  onTestFinished(async () => void (await server.end('SIGTERM')));
  const line =
    server
      .output()
      .split('\n')
      .find((one) => one.startsWith('{"baseUrl"')) ?? '';
  return JSON.parse(line) as MailStack;
}

const dig = async ({ ports }: MailStack, type: string, name: string): Promise<string[]> =>
  (await run('dig', ['@127.0.0.1', '-p', String(ports.dns), '+short', type, name])).stdout.split('\n').toSorted();

/** A zone of the operator's own, which the panel neither has nor publishes again. */
const OWN_ZONE = `with own as (insert into domains (name, type) values ('operator.test', 'NATIVE') returning id)
  insert into records (domain_id, name, type, content, ttl) select id, 'operator.test', v.type, v.content, 300 from own,
    (values ('SOA', 'ns1.operator.test h.operator.test 1 1 1 1 1'), ('TXT', '"restored"')) as v (type, content)`;

const subjectsOf = (messages: string[]): string[] =>
  messages.map((message) => /^X-Test: (.+?)\r?$/m.exec(message)?.[1] ?? '').toSorted();

test('last night’s backup of databases, name server and mail, made while mail arrives and is read, becomes a working service on an empty place', async ({
  task,
}) => {
  const harness = await startRealHarness();
  onTestFinished(() => harness.stop());
  const { stack } = harness;
  const panel = panelOf(stack);
  const { token, domain } = await aCustomerWithDomain(panel, { accounts: 3 });
  const anna = `anna@${domain}`;
  await panel.must(createMailbox, { email: anna, password: PASSWORD }, { token });
  await panel.must(applyDomainPlan, await panel.must(planDomain, {}, { token }), { token });
  await pollUntil(async () => (await dig(stack, 'MX', domain)).length > 2, {
    timeoutMs: 20_000,
    onTimeout: () => 'no zone',
  });
  const before = (await panel.must(listMailboxes, {}, { token })).accounts;

  const message = (name: string) => aMessage('a letter').replace(/^/, `X-Test: ${name}\r\n`);
  await sendMail(harness.smtp, { to: anna, raw: message('first') });
  await harness.delivered();
  const home = path.join(stack.dir, 'mail', domain);
  const maildir = path.join(home, readdirSync(home).find((name) => name.startsWith('anna,')) ?? '', 'Maildir');
  const { uid, gid } = {
    uid: Number(execFileSync('id', ['-u', 'mail'])),
    gid: Number(execFileSync('id', ['-g', 'mail'])),
  };
  for (let number = 0; number < STORED; number += 1) {
    const file = path.join(maildir, 'new', `1700000000.M${number}P1.drill`);
    writeFileSync(file, `${message(`stored-${number}`)}${'x'.repeat(4_000)}\n`);
    chownSync(file, uid, gid);
  }

  const asAdmin = { env: { ...process.env, ...databaseOf(stack.ports.postgres) } };
  await run('psql', ['-X', '-q', '-d', 'powerdns', '-c', OWN_ZONE], asAdmin);
  await run('psql', ['-X', '-q', '-d', 'postgres', '-f', path.join(ROOT, 'deploy/backup/role.sql')], asAdmin);
  const backups = aFolder();
  const place = { MAIL_DIR: path.join(stack.dir, 'mail'), BACKUP_DIR: backups };
  // Messages move from new to cur, and more arrive, all the while.
  let isSaving = true;
  const reader = (async () => {
    const imap = await openImap(stack.ports.imap, anna, PASSWORD);
    let sent = 0;
    while (isSaving) {
      await sendMail(harness.smtp, { to: anna, raw: message(`meanwhile-${sent++}`) });
      await imap.noop();
    }
    await imap.logout();
  })();
  const saved = await script('postern-backup', { ...databaseOf(stack.ports.postgres, 'postern_backup'), ...place });
  isSaving = false;
  await reader;
  const [name = ''] = readdirSync(backups).filter((one) => one.endsWith('Z'));
  const backup = path.join(backups, name);

  const drill = await script('postern-restore', { ...databaseOf(stack.ports.postgres), ...place }, '--drill', backup);
  expect(drill).toContain('The drill is done');
  expect(readdirSync(stack.dir).filter((one) => one.startsWith('drill-'))).toEqual([]);

  const empty = await anEmptyPlace(stack);
  const onto = { ...databaseOf(empty.port), MAIL_DIR: path.join(empty.dir, 'mail'), MAIL_USER: 'mail' };
  const restored = await script('postern-restore', onto, backup);
  await expect(script('postern-restore', onto, backup)).rejects.toThrow('is not empty');
  await empty.stop();
  const startedAt = performance.now();
  const second = await startStack(empty.dir, empty.base);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${saved}${drill}${restored}The whole service answered ${seconds} s after its start.`);

  const again = panelOf(second);
  const login = await again.must(signIn, { email: anna, password: PASSWORD });
  expect((await again.must(listMailboxes, {}, { token: login.token })).accounts.map(({ email }) => email)).toEqual(
    before.map(({ email }) => email),
  );
  expect(await dig(second, 'MX', domain)).toEqual(await dig(stack, 'MX', domain));
  expect(await dig(second, 'TXT', 'operator.test')).toContain('"restored"');
  const imap = await openImap(second.ports.imap, anna, PASSWORD);
  const subjects = subjectsOf(await readWithImap(imap));
  await imap.logout();
  const known = ['first', ...Array.from({ length: STORED }, (_, number) => `stored-${number}`)];
  const arrivedMeanwhile = subjects.filter((subject) => subject.startsWith('meanwhile-'));
  expect(subjects).toEqual([...known, ...arrivedMeanwhile].toSorted());
  expect(new Set(subjects).size).toBe(subjects.length);
  await sendMail({ host: '127.0.0.1', port: second.ports.smtp }, { to: anna, raw: message('after') });
  countTrials(task, subjects.length);
}, 900_000);
