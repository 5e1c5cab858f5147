import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addRealMailbox } from '../../../../packages/adapters/mail/src/testing/real-mailbox.ts';
import { aMessage, sendMail } from '../../../../packages/adapters/mail/src/testing/send-mail.ts';
import {
  type RealHarness,
  startRealHarness,
} from '../../../../packages/adapters/mail/src/testing/start-real-harness.ts';
import { initiatePurchase } from '@postern/contract/purchase';
import { validateToken } from '@postern/contract/session';
import { countTrials } from '@postern/testkit/count-trials';
import { type FaultyPostgres, startFaultyPostgres } from '@postern/testkit/faulty-postgres';
import { pollUntil } from '@postern/testkit/poll-until';
import { type SmallDisk, startSmallDisk } from '@postern/testkit/small-disk';
import { createDatabase } from '@postern/testkit/test-database';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { openDatabase } from '../db/client.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { createSealer } from '../secrets/seal.ts';
import {
  aCustomerWithDomain,
  aPurchaseLink,
  aReadyPurchase,
  complete,
  payByCard,
  type ReadyPurchase,
} from '../testing/builders.ts';
import { finishBackup } from '../testing/faults/finish-backup.ts';
import { askFilter } from '../testing/faults/ask-filter.ts';
import { startFrozenProxy, type FrozenProxy } from '../testing/faults/frozen-proxy.ts';
import { startGrudgingMailServer, type GrudgingMailServer } from '../testing/faults/grudging-mail-server.ts';
import { type ProductionPanel, startProductionPanel } from '../testing/faults/production-panel.ts';
import { moneyFaults } from '../testing/faults/money-faults.ts';
import { type Fault, webhookFaults } from '../testing/faults/webhook-faults.ts';
import { startPrometheus, type Prometheus } from '../testing/faults/prometheus.ts';
import { runCli, SECRET_KEY, type Server, startServer } from '../testing/start-server.ts';
import { aPartner } from '../testing/start-test-app.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const RULES = path.resolve(import.meta.dirname, '../../../../deploy/monitoring/alerts.yaml');
const ALERT_LIMIT_MS = 240_000;
const START_LIMIT_MS = 300_000;

let disk: SmallDisk;
let postgres: FaultyPostgres;
let gateway: TestGateway;
let toGateway: FrozenProxy;
let mailServer: GrudgingMailServer;
let mail: RealHarness;
let wish: Parameters<typeof startServer>[0];
let server: Server;
let panel: Server & Parameters<typeof aPurchaseLink>[0] & Parameters<typeof aReadyPurchase>[0];
let token: string;
let production: ProductionPanel;
let backups: string;
let prometheus: Prometheus;
/** A connection of its own, for locks. */
let other: Client;

beforeAll(async () => {
  [disk, postgres, mail, mailServer] = await Promise.all([
    startSmallDisk(64),
    startFaultyPostgres(),
    startRealHarness(),
    startGrudgingMailServer(),
  ]);
  const databaseUrl = await createDatabase(postgres.url);
  gateway = await startTestGateway(SECRET_KEY);
  toGateway = await startFrozenProxy(Number(new URL(await gateway.baseUrl()).port));
  const dataDir = path.join(disk.folder, 'data');
  mkdirSync(path.join(disk.outside, 'data'));
  backups = path.join(mail.stack.dir, 'backups');
  mkdirSync(backups);
  finishBackup(backups, 0);
  wish = {
    dataDir,
    databaseUrl,
    words: disk.words,
    env: {
      POSTERN_PUBLIC_URL: 'http://panel.test',
      POSTERN_TRUST_PROXY: 'true',
      POSTERN_BACKUP_DIR: backups,
      POSTERN_DATABASE_POOL: '4',
      POSTERN_MAILER_URL: `smtp://127.0.0.1:${mailServer.port}`,
      POSTERN_SANDBOX_GATEWAY_URL: `http://127.0.0.1:${toGateway.port}`,
    },
  };
  server = await startServer(wish);
  const db = await openDatabase({
    dataDir: '/nowhere',
    url: databaseUrl,
    migrationsFolder: LOCATIONS.migrations,
    poolSize: 1,
  });
  const clock = movableClock(Date.now);
  const partner = await aPartner({ db, clock, sealer: createSealer(SECRET_KEY) }, 904);
  await db.close();
  panel = { ...server, clock, partner };
  ({ token } = await aCustomerWithDomain(panel));
  await connectAgain(databaseUrl);
  production = await startProductionPanel({ dir: mail.stack.dir, databaseUrl, mailPort: mailServer.port });
  const targets = [server.port, mail.stack.ports.panel, production.port].map((port) => `127.0.0.1:${port}`);
  prometheus = await startPrometheus(targets, RULES);
}, START_LIMIT_MS);

afterAll(async () => {
  await prometheus?.stop();
  await webhooks.stop();
  await other?.end().catch(() => {});
  await production?.end();
  await server?.end('SIGTERM');
  await mailServer?.close();
  await toGateway?.close();
  await gateway?.close();
  if (mail !== undefined) wakePostfix();
  await mail?.stop();
  await postgres?.stop();
  await disk?.stop();
});

async function connectAgain(url: string): Promise<void> {
  other = new Client({ connectionString: url });
  other.on('error', () => {});
  await other.connect();
}

/** Repeats a call until it is told to stop, whatever the answers are. */
function keepCalling(call: () => Promise<unknown>, everyMillis: number): () => void {
  const timer = setInterval(() => void call().catch(() => {}), everyMillis);
  return () => clearInterval(timer);
}

const inStack = (...parts: string[]) => path.join(mail.stack.dir, ...parts);
const processesNamed = (name: string): number[] =>
  execFileSync('pgrep', ['-P', readFileSync(inStack('spool/pid/master.pid'), 'utf8').trim(), '-x', name], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map(Number);
const signal = (name: string, what: NodeJS.Signals) => {
  for (const pid of processesNamed(name)) process.kill(pid, what);
};

const wakePostfix = () => {
  for (const name of ['pickup', 'qmgr']) signal(name, 'SIGCONT');
};

/** Keeps other tests away from the mail servers until it is called. */
let leaveMailServers = async () => {};

async function takeMailServers(): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const alone = mail.alone(() => {
    begin();
    return over;
  });
  await begun;
  leaveMailServers = () => {
    end();
    return alone;
  };
}

let unpaid: ReadyPurchase[] = [];
const webhooks = webhookFaults({ cli: (...args) => runCli(wish, ...args), query: (...args) => other.query(...args) });
let stopCalling = () => {};

const FAULTS: Record<string, Fault[]> = {
  'the mail servers and the disk': [
    {
      what: "the mail server of POSTERN_MAILER_URL answers 451 to the panel's mail",
      alerts: { MailerFails: {}, JobsFail: { queue: 'send-mail' } },
      make: async () => {
        mailServer.refuse(true);
        await Promise.all([1, 2, 3, 4].map(() => aCustomerWithDomain(panel)));
      },
      mend: async () => mailServer.refuse(false),
    },
    {
      what: 'a job has failed twenty times (its remaining tries were taken away)',
      alerts: { JobsGivenUp: { queue: 'send-mail' } },
      make: async () => {
        await pollUntil(
          async () =>
            ((
              await other.query(
                `update pgboss.job set retry_limit = retry_count, start_after = now()
                 where id = (select id from pgboss.job where name = 'send-mail' and state = 'retry' limit 1)`,
              )
            ).rowCount ?? 0) > 0,
          { timeoutMs: 30_000, onTimeout: () => 'No mail was tried again.' },
        );
      },
      mend: async () => {
        expect(await runCli(wish, 'job', 'retry', '--queue', 'send-mail')).toEqual({ queue: 'send-mail', retried: 1 });
      },
    },
    {
      what: 'the queue manager of Postfix hangs, and eleven hundred messages wait to be picked up',
      alerts: { MailQueueStuck: {}, MailQueueLong: { queue: 'maildrop' } },
      make: async () => {
        const ann = await addRealMailbox(mail, 'ann@stuck.test');
        await takeMailServers();
        signal('qmgr', 'SIGSTOP');
        await sendMail(mail.smtp, { to: ann.address, raw: aMessage('stuck') });
        signal('pickup', 'SIGSTOP');
        const send = `for i in $(seq 1100); do sendmail -C ${inStack('config/postfix')} -f sender@elsewhere.test ${ann.address} < /etc/hostname; done`;
        execFileSync('sh', ['-c', send], { stdio: 'ignore' });
      },
      mend: async () => {
        execFileSync('postsuper', ['-c', inStack('config/postfix'), '-d', 'ALL', 'maildrop'], { stdio: 'ignore' });
        wakePostfix();
        await leaveMailServers();
      },
    },
    {
      what: 'a mailbox sends twenty-five messages to more recipients than its plan allows',
      alerts: { SendingLimitsReached: {} },
      make: async () => {
        const eve = await addRealMailbox(mail, 'eve@limits.test');
        const readers = Array.from({ length: 1200 }, (_, number) => `reader${number}@elsewhere.test`);
        await askFilter(mail.stack.dir, eve.address, readers);
        // Prometheus doesn't see the first event of a counter that begins with it.
        await pause(3_000);
        for (let message = 0; message < 25; message += 1) await askFilter(mail.stack.dir, eve.address, readers);
      },
      mend: async () => {},
    },
    {
      what: 'the certificate that the proxy shows ends in ten days, and the newest backup began two days ago',
      alerts: { CertificateEnds: { server: 'panel' }, BackupOld: {} },
      make: async () => {
        finishBackup(backups, 2);
        await production.renewCertificate(10);
      },
      mend: async () => {
        finishBackup(backups, 0);
        await production.renewCertificate(90);
      },
    },
    {
      what: "the panel's disk is filled up to four percent",
      alerts: { DiskNearlyFull: { folder: 'data' } },
      make: async () => disk.fill(2_600_000),
      mend: async () => disk.free(),
    },
  ],
  'the payments and the jobs': [
    {
      what: 'eight buyers go away before they pay',
      alerts: { NobodyPays: {} },
      make: async () => {
        unpaid = [];
        for (let buyer = 0; buyer < 8; buyer += 1) unpaid.push(await aReadyPurchase(panel, await aPurchaseLink(panel)));
      },
      mend: async () => {
        const [first] = unpaid;
        if (first === undefined) return;
        await payByCard(panel, first.clientSecret);
        await complete(panel, first);
      },
    },
    {
      what: 'the payment gateway takes connections and says nothing',
      alerts: { GatewayTimesOut: {} },
      make: async () => {
        toGateway.freeze();
        await Promise.all(
          unpaid
            .slice(1)
            .map(({ token: buyer, wish: plan }) =>
              panel.call(initiatePurchase, { ...plan, autoRenew: !plan.autoRenew }, { token: buyer }),
            ),
        );
        toGateway.thaw();
      },
      mend: async () => {},
    },
    webhooks.failing,
    {
      what: 'a transaction of somebody else keeps the table of jobs locked',
      alerts: { JobsWait: { queue: 'run-bulk' } },
      make: async () => {
        await other.query(
          `insert into pgboss.job (name, data, start_after) values ('run-bulk', '{}', now() + interval '4 seconds')`,
        );
        await other.query('begin');
        await other.query('lock table pgboss.job in share row exclusive mode');
      },
      mend: async () => {
        await other.query(`delete from pgboss.job where name = 'run-bulk'`);
        await other.query('commit');
      },
    },
  ],
  'the events by webhook': [webhooks.late],
  'payments and books': moneyFaults(
    (statement) => other.query(statement),
    () => `postgresql://postern@127.0.0.1:${mail.stack.ports.postgres}/postern`,
  ),
  'the pool': [
    {
      what: 'somebody else keeps the table of sessions locked, so that every connection waits for it',
      alerts: { DatabaseWaits: {} },
      make: async () => {
        await other.query('begin');
        await other.query('lock table session in access exclusive mode');
        stopCalling = keepCalling(() => panel.call(validateToken, {}, { token }), 150);
      },
      mend: async () => {
        await other.query('commit');
        stopCalling();
      },
    },
  ],
  'the database': [
    {
      what: 'PostgreSQL is killed',
      alerts: { ServiceDown: { service: 'database' }, SweepFails: {}, InternalErrors: {} },
      make: async () => {
        await other.end().catch(() => {});
        await postgres.halt('crash');
        stopCalling = keepCalling(() => panel.call(validateToken, {}, { token }), 250);
      },
      mend: async () => {
        await postgres.start();
        stopCalling();
        await connectAgain(wish.databaseUrl ?? '');
      },
    },
  ],
  'the panel': [
    {
      what: "the panel's process is killed",
      alerts: { PanelDown: {} },
      make: async () => void (await server.end()),
      mend: async () => {
        server = await startServer({ ...wish, port: server.port });
      },
    },
  ],
};

const table: string[] = [];

/** Resolves with the seconds until `name` fires with these labels, or until it no longer does. */
async function secondsUntil(name: string, labels: Record<string, string>, isWanted: boolean): Promise<number> {
  const began = performance.now();
  let last = '';
  await pollUntil(
    async () => {
      const firing = await prometheus.firing();
      last = JSON.stringify(firing);
      const fires = firing.some(
        (alert) =>
          alert.name === name && Object.entries(labels).every(([label, value]) => alert.labels[label] === value),
      );
      return fires === isWanted;
    },
    {
      timeoutMs: ALERT_LIMIT_MS,
      onTimeout: () => `${name} ${isWanted ? "doesn't fire" : 'still fires'}; firing: ${last}`,
    },
  );
  return Math.round((performance.now() - began) / 1000);
}

test.for(Object.keys(FAULTS))(
  'faults of %s raise their alerts, which end once they are mended [API-01]',
  async (area, { task }) => {
    const faults = FAULTS[area] ?? [];
    const alerts = faults.flatMap((fault) =>
      Object.entries(fault.alerts).map(([name, labels]) => ({ fault, name, labels })),
    );
    countTrials(task, alerts.length);
    await Promise.all(alerts.map(({ name, labels }) => secondsUntil(name, labels, false)));
    for (const { make } of faults) await make();
    const fired = await Promise.all(alerts.map(({ name, labels }) => secondsUntil(name, labels, true)));
    // The last fault may keep the earlier ones from being repaired.
    for (const { mend } of faults.toReversed()) await mend();
    const ended = await Promise.all(alerts.map(({ name, labels }) => secondsUntil(name, labels, false)));
    for (const [index, { fault, name }] of alerts.entries())
      table.push(`| ${name} | ${fault.what} | ${fired[index]} s | ${ended[index]} s |`);
  },
);

test('every alert rule was caused', () => {
  const rules = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] };
  const caused = Object.values(FAULTS).flatMap((faults) => faults.flatMap(({ alerts }) => Object.keys(alerts)));
  expect(caused.sort()).toEqual(rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert)).sort());
  process.stdout.write(`${table.join('\n')}\n`);
});
