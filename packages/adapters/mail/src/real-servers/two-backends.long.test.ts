import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countTrials } from '@postern/testkit/count-trials';
import type { MailStack } from '@postern/testkit/mail-stack';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { choosePortBase } from '@postern/testkit/vitest-mail-stack';
import { expect, onTestFinished, test } from 'vitest';
import { openImap, readWithImap } from '../testing/imap-client.ts';
import { aMessage, sendMail } from '../testing/send-mail.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
/** A mailbox of the sample data. */
const ADDRESS = 'dev@bluebottle.example';
const PASSWORD = 'Postern-demo-2026!';
const MOVES = 4;
const GRACE_MS = 5_000;

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

test('with two panels and two MX on one database, a mailbox that moves between two Dovecot backends while mail arrives loses no message and gets none twice [MBX-13]', async ({
  task,
}) => {
  const dir = await mkdtemp('/tmp/postern-backends-');
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const stack = await spawnProcess({
    command: 'npm',
    args: [
      'run',
      '-s',
      'stack',
      '--',
      '--dir',
      dir,
      '--port-base',
      String(await choosePortBase()),
      '--backends',
      '2',
      '--from-source',
    ],
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
  const read = async () => {
    const client = await openImap(ports.imap, ADDRESS, PASSWORD);
    const messages = await readWithImap(client);
    await client.logout();
    return messages.flatMap((message) => /trial-\d+-end/.exec(message)?.[0] ?? []).toSorted();
  };
  // What the first panel makes, the second one and the second MX know at once.
  const [token] = await Promise.all([signIn(ports.panel), signIn(second.panel)]);
  const fresh = 'just-made@bluebottle.example';
  await call(ports.panel, '/panel/account/email/create', { email: fresh, password: PASSWORD }, token);
  expect((await sendMail(hosts[1] as Host, { to: fresh, raw: aMessage('first mail') })).accepted).toEqual([fresh]);
  const accepted: string[] = [];
  let isOver = false;
  const sending = (async () => {
    for (let number = 0; !isOver; number += 1) {
      const text = `trial-${number}-end`;
      const outcome = await sendMail(hosts[number % 2] as Host, { to: ADDRESS, raw: aMessage(text) });
      if (outcome.accepted.length === 1) accepted.push(text);
      else if (!outcome.reply.startsWith('4')) throw new Error(`A message was refused: ${outcome.reply}`);
    }
  })();
  const where: string[] = [];
  for (let move = 0; move < MOVES; move += 1) {
    const before = accepted.length;
    await pollUntil(() => accepted.length > before + 10, { timeoutMs: 60_000, onTimeout: () => 'no mail is accepted' });
    const to = move % 2 === 0 ? '2' : '1';
    await run('npm', ['run', '-s', 'move-mailbox', '--', '--dir', dir, '--address', ADDRESS, '--to', to], {
      cwd: ROOT,
      env: { ...process.env, MOVE_GRACE_MS: String(GRACE_MS) },
    });
    const stores = [1, 2].filter((number) => {
      const domain = join(dir, `b${number}`, 'mail', 'bluebottle.example');
      return existsSync(domain) && readdirSync(domain).some((name) => name.startsWith('dev,'));
    });
    where.push(stores.join());
  }
  isOver = true;
  await sending;
  await pollUntil(async () => (await read()).length >= accepted.length, {
    timeoutMs: 60_000,
    onTimeout: () => `${accepted.length} messages were accepted, and not all of them arrive`,
  });
  countTrials(task, accepted.length);
  expect(await read()).toEqual(accepted.toSorted());
  expect(where).toEqual(Array.from({ length: MOVES }, (_, move) => (move % 2 === 0 ? '2' : '1')));
});
