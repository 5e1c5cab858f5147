import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { countTrials } from '@postern/testkit/count-trials';
import type { MailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { choosePortBase } from '@postern/testkit/vitest-mail-stack';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openImap, readWithImap } from '../testing/imap-client.ts';
import { aMessage, sendMail } from '../testing/send-mail.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
/** A mailbox of the sample data. */
const ADDRESS = 'dev@bluebottle.example';
const PASSWORD = 'Postern-demo-2026!';
const MESSAGES = 200;
/** Deliveries that began before a switch have certainly ended by then: here one takes milliseconds. */
const STRAGGLERS_MS = 5_000;

type Host = { host: string; port: number };

/** Calls one of the two panels, which must accept. */
async function call(port: number, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth': 'controlPanel',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

const signIn = async (port: number) =>
  String((await call(port, '/panel/login', { email: 'ada.fields@home.example', password: PASSWORD }))['token']);

test('with two panels and two MX on one database, a mailbox that moves between two Dovecot backends while mail arrives loses no message and gets none twice, also when the panel that moves it and one MX are killed [MBX-13]', async ({
  task,
}) => {
  const dir = await mkdtemp('/tmp/postern-backends-');
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const base = String(await choosePortBase());
  const stack = await spawnProcess({
    command: 'npm',
    args: ['run', '-s', 'stack', '--', '--dir', dir, '--port-base', base, '--backends', '2', '--from-source'],
    cwd: ROOT,
    env: { POSTERN_LONG: undefined },
    ready: { line: /^\{"baseUrl"/ },
    timeoutMs: 240_000,
    endWith: onTestFinished,
  });
  const line =
    stack
      .output()
      .split('\n')
      .find((one) => one.startsWith('{"baseUrl"')) ?? '';
  const { ports, second } = JSON.parse(line) as MailStack & { second: Record<'panel' | 'smtp', number> };
  const hosts = [ports.smtp, second.smtp].map((port) => ({ host: '127.0.0.1', port }));
  const pidOf = (name: string) => Number(readFileSync(join(dir, 'run', `${name}.pid`), 'utf8'));
  const database = `postgresql://postern@127.0.0.1:${ports.postgres}/postern`;
  const client = new Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  const read = async (address: string) => {
    const imap = await openImap(ports.imap, address, PASSWORD);
    const messages = await readWithImap(imap);
    await imap.logout();
    return messages.flatMap((message) => /trial-\d+-end/.exec(message)?.[0] ?? []).toSorted();
  };
  const stores = (user: string) =>
    ['b1', 'b2'].filter((name) => {
      const domain = join(dir, name, 'mail', 'bluebottle.example');
      return existsSync(domain) && readdirSync(domain).some((folder) => folder.startsWith(`${user},`));
    });
  /** By the command line, which works on the database itself. */
  const begin = (address: string, to: string) =>
    run(process.execPath, [join(ROOT, 'apps/api/src/cli/main.ts'), 'move-mailbox', address, '--to', to], {
      env: {
        PATH: process.env['PATH'],
        POSTERN_MODE: 'evaluation',
        POSTERN_DATA_DIR: join(dir, 'cli'),
        DATABASE_URL: database,
      },
    });
  const place = async () =>
    (
      await client.query<{ backend: string; moves: boolean; from: string | null; leased: boolean }>(
        `select backend, moving_to is not null as moves, moving_from as from, lease_by is not null as leased
         from mailbox_place join name_registry on target_id = mailbox_id where name = $1`,
        [ADDRESS],
      )
    ).rows[0];
  const placeIs = async (is: (found: NonNullable<Awaited<ReturnType<typeof place>>>) => boolean, what: string) =>
    pollUntil(
      async () => {
        const found = await place();
        return found !== undefined && is(found);
      },
      { timeoutMs: 90_000, onTimeout: () => `the mailbox is not ${what}` },
    );
  const finish = async (to: string) => {
    await placeIs(({ backend, from }) => backend === to && from !== null, `on ${to}`);
    await pause(STRAGGLERS_MS);
    await client.query("update mailbox_place set switched_at = switched_at - interval '12 minutes'");
    await placeIs(({ from, leased }) => from === null && !leased, `only on ${to}`);
    expect(stores('dev')).toEqual([to]);
  };

  // The second panel and the second MX know at once what the first panel creates.
  const [token] = await Promise.all([signIn(ports.panel), signIn(second.panel)]);
  const fresh = 'just-made@bluebottle.example';
  await call(ports.panel, '/panel/account/email/create', { email: fresh, password: PASSWORD }, token);
  expect((await sendMail(hosts[1] as Host, { to: fresh, raw: aMessage('first mail') })).accepted).toEqual([fresh]);

  const accepted: string[] = [];
  let entrances = hosts;
  let isOver = false;
  const sending = (async () => {
    for (let number = 0; !isOver || accepted.length < MESSAGES; number += 1) {
      const text = `trial-${number}-end`;
      const host = entrances[number % entrances.length] as Host;
      const outcome = await sendMail(host, { to: ADDRESS, raw: aMessage(text) }).catch(() => null);
      if (outcome?.accepted.length === 1) accepted.push(text);
      else if (outcome !== null && !outcome.reply.startsWith('4'))
        throw new Error(`A message was refused: ${outcome.reply}`);
    }
  })();
  const more = async (count: number) => {
    const before = accepted.length;
    await pollUntil(() => accepted.length >= before + count, {
      timeoutMs: 120_000,
      onTimeout: () => 'no mail is accepted',
    });
  };

  await more(30);
  await begin(ADDRESS, 'b2');
  await expect(begin(ADDRESS, 'b2')).rejects.toMatchObject({ code: 1 });
  await finish('b2');
  // The way back: the second panel is killed while it copies, and the first one, which was stopped, continues.
  await more(30);
  process.kill(pidOf('panel'), 'SIGSTOP');
  try {
    await begin(ADDRESS, 'b1');
    for (let found = await place(); found?.leased !== true; found = await place());
    process.kill(pidOf('panel-2'), 'SIGKILL');
  } finally {
    process.kill(pidOf('panel'), 'SIGCONT');
  }
  await finish('b1');
  // One MX is killed: the other keeps taking mail, and what the first had accepted waits on its disk until it is back.
  entrances = hosts.slice(0, 1);
  process.kill(pidOf('postfix-2'), 'SIGKILL');
  await more(20);
  isOver = true;
  await sending;
  const config = join(dir, 'mx2/config/postfix');
  await spawnProcess({
    command: '/usr/lib/postfix/sbin/master',
    args: ['-c', config, '-d'],
    env: { MAIL_CONFIG: config },
    endWith: onTestFinished,
  });
  await pollUntil(async () => (await read(ADDRESS)).length >= accepted.length, {
    timeoutMs: 90_000,
    onTimeout: () => `${accepted.length} messages were accepted, and not all of them arrive`,
  });
  countTrials(task, accepted.length);
  const found = await read(ADDRESS);
  // A message whose answer got lost with its MX may have been accepted all the same.
  expect(new Set(found).size).toBe(found.length);
  expect(accepted.filter((text) => !found.includes(text))).toEqual([]);
});
