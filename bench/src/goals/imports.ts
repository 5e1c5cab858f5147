import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fetchImportTasks, scheduleImport } from '@postern/contract/mail-import';
import { PASSWORD } from '../../../apps/api/src/testing/builders.ts';
import { interleave } from '../load/interleave.ts';
import { runWrk } from '../load/run-wrk.ts';
import { type Comparison, within } from '../report/comparison.ts';
import { FAR_AWAY_PORT, startFarAway } from '../servers/far-away.ts';
import { type Box, type MailServers, startMailServers } from '../servers/mail-servers.ts';
import { describeMailbox, fillOldMailbox } from '../servers/old-mail.ts';
import { type BenchContext, LIST } from './context.ts';

const MESSAGES = 5_000;
const MESSAGES_OF_A_SHORT_RUN = 1_000;
/** For measuring memory: a mailbox of many years with short messages, because the number of messages is what could fill memory. */
const MANY = 100_000;
const MANY_OF_A_SHORT_RUN = 10_000;
const FEW = 400;
const SHORT_MESSAGE = 400;
const MEGABYTE = 1_048_576;
/** The round trip from one data centre to another. */
const ROUND_TRIP_MILLIS = 50;
/**
 * 2.6 MB a second for each connection. Without a limit, ten mailboxes that come at once keep the two cores busy
 * that all servers here share, and a second process has nothing to add.
 */
const WINDOW_BYTES = 128 * 1024;
const FAR_MESSAGES = 400;
const FAR_ROUNDS = 2;
const TEN = 10;
/** Panels hear of the end by a live event; asking fifty times a second would be a load of its own. */
const LOOK_EVERY_MILLIS = 100;

/** Goal 8: mailboxes move in from another server. */
export async function measureImports(context: BenchContext): Promise<Comparison[]> {
  const servers = await startMailServers(context.folder, context.defer);
  const isLong = context.pace.rounds > 1;
  return [
    ...(await measureMoves(servers, context, isLong ? MESSAGES : MESSAGES_OF_A_SHORT_RUN)),
    await measureSecondProcess(servers, context),
    await measureListBeside(servers, context),
    await measureMemory(servers, isLong ? MANY : MANY_OF_A_SHORT_RUN),
  ];
}

/** Compared with the tools that an operator has. */
async function measureMoves(
  servers: MailServers,
  { pace }: Pick<BenchContext, 'pace'>,
  count: number,
): Promise<Comparison[]> {
  const source = await servers.addBox('old');
  await fillOldMailbox(servers, source, count);
  const here = await describeMailbox(servers, source);
  const into = (name: string, move: (to: Box) => Promise<void>, isExact: boolean) => {
    let round = 0;
    return async () => {
      const to = await servers.addBox(`${name}-${(round += 1)}`);
      const startedAt = performance.now();
      await move(to);
      const seconds = (performance.now() - startedAt) / 1000;
      const there = await describeMailbox(servers, to);
      if (there.length !== here.length) throw new Error(`${name} moved ${there.length} of ${here.length} messages.`);
      if (isExact && there.join() !== here.join()) throw new Error(`${name} changed what it moved.`);
      return count / seconds;
    };
  };
  const rates = await interleave(pace.rounds, {
    postern: into('postern', (to) => importAll(servers, [[source, to]]), true),
    doveadm: into('doveadm', (to) => backUp(servers, source, to), true),
    // It adds a header of its own to each message.
    mbsync: into('mbsync', (to) => synchronise(servers, source, to), false),
  });
  const what = `Import ${count.toLocaleString('en')} messages, exact to the byte`;
  const shared = { goal: 8, unit: 'messages/s', ours: rates.postern };
  return [
    { ...shared, what, other: { name: 'doveadm backup', sample: rates.doveadm }, bound: { atLeast: 0.9 } },
    { ...shared, what, other: { name: 'mbsync', sample: rates.mbsync }, bound: { atLeast: 4 } },
  ];
}

/** Imports mailboxes by the calls that the panel makes, and waits until all have ended well. */
async function importAll(
  { panel, imapsPort, fingerprint }: MailServers,
  pairs: readonly (readonly [from: Box, to: Box])[],
  port = imapsPort,
): Promise<void> {
  const open = new Map<string, Set<string>>();
  const starting = pairs.map(async ([from, { token, address }]) => {
    const { task } = await panel.must(
      scheduleImport,
      {
        ...{ host: '127.0.0.1', port, ssl: true, remoteEmail: from.address, remotePassword: PASSWORD },
        ...{ destinationEmail: address, certificateFingerprint: fingerprint, withJunkAndTrash: false },
      },
      { token },
    );
    open.set(token, (open.get(token) ?? new Set()).add(task.taskId));
  });
  await Promise.all(starting);
  // One question for all imports of a domain, as its list of imports asks.
  await Promise.all([...open].map(([token, tasks]) => waitUntilEnded(panel, token, tasks)));
}

async function waitUntilEnded(panel: MailServers['panel'], token: string, taskIds: ReadonlySet<string>): Promise<void> {
  for (;;) {
    const { tasks } = await panel.must(fetchImportTasks, {}, { token });
    const ours = tasks.filter(({ taskId }) => taskIds.has(taskId));
    const bad = ours.find(({ status }) => !['initialized', 'started', 'successful'].includes(status));
    if (bad !== undefined) throw new Error(`An import didn't go well: ${JSON.stringify(bad)}`);
    if (ours.filter(({ status }) => status === 'successful').length === taskIds.size) return;
    await sleep(LOOK_EVERY_MILLIS);
  }
}

/**
 * Measures what a second process adds: ten mailboxes of two domains from a distant server, so that neither this machine's cores nor the
 * limit per domain decides.
 */
async function measureSecondProcess(servers: MailServers, { pace, defer }: BenchContext): Promise<Comparison> {
  const distance = { roundTripMillis: ROUND_TRIP_MILLIS, windowBytes: WINDOW_BYTES };
  const endFarAway = await startFarAway(servers.imapsPort, distance, defer);
  const customers = [servers.customer, await servers.addCustomer()];
  const source = await servers.addBox('far');
  await fillOldMailbox(servers, source, FAR_MESSAGES);
  let made = 0;
  const moveTen = async () => {
    const boxes: Box[] = [];
    for (let each = 0; each < TEN; each += 1)
      boxes.push(await servers.addBox(`far-${(made += 1)}`, customers[each % customers.length]));
    const startedAt = performance.now();
    await importAll(
      servers,
      boxes.map((to) => [source, to]),
      FAR_AWAY_PORT,
    );
    return (TEN * FAR_MESSAGES) / ((performance.now() - startedAt) / 1000);
  };
  const rates = await interleave(Math.min(pace.rounds, FAR_ROUNDS), {
    one: moveTen,
    two: async () => {
      const second = await servers.startSecondPanel();
      try {
        return await moveTen();
      } finally {
        await second.end();
      }
    },
  });
  endFarAway();
  return {
    goal: 8,
    what: `Import of ten mailboxes with two processes, from a server ${ROUND_TRIP_MILLIS} ms away`,
    unit: 'messages/s',
    ours: rates.two,
    other: { name: 'One process', sample: rates.one },
    bound: { atLeast: 1.6 },
  };
}

/** What people notice when they use their mailboxes meanwhile. */
async function measureListBeside(servers: MailServers, { folder, pace, defer }: BenchContext): Promise<Comparison> {
  // Without a limit, so that the import works as hard as it can.
  const endFarAway = await startFarAway(servers.imapsPort, { roundTripMillis: ROUND_TRIP_MILLIS }, defer);
  const source = await servers.addBox('beside');
  await fillOldMailbox(servers, source, MESSAGES);
  const listP99 = async () => {
    const load = await runWrk({
      baseUrl: servers.stack.baseUrl,
      requests: [{ method: 'GET', path: LIST }],
      headers: { 'x-auth': 'controlPanel', authorization: `Bearer ${servers.customer.token}` },
      ...{ connections: 1, seconds: pace.seconds, folder },
    });
    return load.p99Millis;
  };
  let made = 0;
  const rates = await interleave(pace.rounds, {
    idle: listP99,
    beside: async () => {
      const to = await servers.addBox(`beside-${(made += 1)}`);
      let isRunning = true;
      const moving = importAll(servers, [[source, to]], FAR_AWAY_PORT).finally(() => (isRunning = false));
      const p99 = await listP99();
      if (!isRunning) throw new Error('The import had ended before the lists were read.');
      await moving;
      return p99;
    },
  });
  endFarAway();
  return {
    goal: 8,
    what: 'Mailbox list beside a running import, p99',
    unit: 'ms',
    ours: rates.beside,
    other: { name: 'without an import', sample: rates.idle },
    bound: { atMost: 1.5 },
  };
}

async function backUp({ stack, dovecotConfig, imapsPort }: MailServers, from: Box, to: Box): Promise<void> {
  // It makes a mirror, and can't replace an existing inbox.
  const [local = '', domain = ''] = to.address.split('@');
  rmSync(path.join(stack.dir, 'mail', domain, `${local},${to.mailboxId}`, 'Maildir'), { recursive: true });
  const source = {
    imapc_host: '127.0.0.1',
    imapc_port: String(imapsPort),
    imapc_ssl: 'imaps',
    imapc_ssl_verify: 'no',
    imapc_user: from.address,
    imapc_password: PASSWORD,
    // As Dovecot's manual recommends for migrations.
    imapc_features: 'rfc822.size fetch-headers',
    mail_prefetch_count: '20',
  };
  const options = Object.entries(source).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await promisify(execFile)('doveadm', ['-c', dovecotConfig, ...options, 'backup', '-R', '-u', to.address, 'imapc:']);
}

async function synchronise({ stack }: MailServers, from: Box, to: Box): Promise<void> {
  const dir = path.join(stack.dir, 'mbsync');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(path.join(dir, 'state'), { recursive: true });
  const file = path.join(dir, 'mbsyncrc');
  // Without encryption on either side, because it insists on a certificate for the host's name. That makes it faster.
  const account = (name: string, { address }: Box) =>
    `IMAPAccount ${name}\nHost 127.0.0.1\nPort ${stack.ports.imap}\nUser ${address}\nPass ${PASSWORD}\nSSLType None\nAuthMechs LOGIN PLAIN\nPipelineDepth 50\n`;
  writeFileSync(
    file,
    [
      account('old', from),
      account('new', to),
      ...['old', 'new'].map((name) => `IMAPStore ${name}\nAccount ${name}\nPathDelimiter /\n`),
      'Channel move\nFar :old:\nNear :new:\nPatterns *\nSync PullNew PullFlags\nCreate Near\nCopyArrivalDate yes',
      `SyncState ${dir}/state/\n`,
    ].join('\n'),
  );
  await promisify(execFile)('mbsync', ['-q', '-c', file, '-a'], { maxBuffer: 16 * MEGABYTE });
}

/** The memory of the panel and of the process that copies for it, a child. */
function residentMb(panel: string): number {
  const statuses = readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/status`, 'utf8') : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
  const isOurs = (status: string) => [/^Pid:\s+(\d+)/m, /^PPid:\s+(\d+)/m].some((of) => of.exec(status)?.[1] === panel);
  const sizes = statuses.filter(isOurs).map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}

/** The most memory that the panel held during a large import, beside what it held after a small one. */
async function measureMemory(servers: MailServers, count: number): Promise<Comparison> {
  const panel = readFileSync(path.join(servers.stack.dir, 'run/panel.pid'), 'utf8').trim();
  const [from, to] = [await servers.addBox('many-old'), await servers.addBox('many-new')];
  const [few, fewTo] = [await servers.addBox('few-old'), await servers.addBox('few-new')];
  await fillOldMailbox(servers, few, FEW);
  await fillOldMailbox(servers, from, count, SHORT_MESSAGE);
  await importAll(servers, [[few, fewTo]]);
  const before = residentMb(panel);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMb(panel))), 50);
  await importAll(servers, [[from, to]]);
  clearInterval(watch);
  const what = `Memory during an import of ${count.toLocaleString('en')} messages, beside the moment after one of ${FEW}`;
  return {
    ...within(8, what, 'MB', [most], before * 1.3),
    other: { name: 'that moment, and 30 %', sample: [before * 1.3] },
  };
}
