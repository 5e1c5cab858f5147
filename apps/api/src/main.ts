import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { startEmbeddedMail } from '@postern/adapter-mail/embedded';
import type { Mailer } from '@postern/adapter-mailer/port';
import { listOutbox, outboxFolderMailer, readOutboxMessage } from '@postern/adapter-mailer/outbox-folder';
import { smtpMailer } from '@postern/adapter-mailer/smtp';
import { stripeGateway } from '@postern/adapter-payment/stripe';
import { sandboxGateway } from '@postern/adapter-payment/sandbox';
import { ensureSandboxGateway } from '@postern/adapter-payment/supervise-sandbox-gateway';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { serveCommands } from './cli/serve-commands.ts';
import { movableClock } from './clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Database, openDatabase } from './db/client.ts';
import { loadClockOffset } from './db/clock-offset.ts';
import { DataFolderInUse } from './db/data-folder-lock.ts';
import { type Outbox, outboxPages } from './evaluation/outbox-pages.ts';
import type { EvaluationDeps } from './evaluation/evaluation-deps.ts';
import { prepareEvaluation } from './evaluation/prepare-evaluation.ts';
import { welcome } from './evaluation/welcome.ts';
import { mailDirectory } from './features/mail-directory/public.ts';
import { settleUnconfirmedMailboxes } from './features/mailboxes/public.ts';
import { sendNotification } from './features/notifications/public.ts';
import { sweepPurchases } from './features/purchase/public.ts';
import { readCountryFile } from './features/sanctions/public.ts';
import { mailPasswordLinks } from './features/session/public.ts';
import { cleanUp } from './jobs/clean-up.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { startSweep } from './jobs/sweeps.ts';
import { LOCATIONS } from './locations.ts';
import type { Log } from './log.ts';
import { errorSerializer } from './log.ts';
import type { Check } from './plugins/health.ts';
import { passwordHashing } from './secrets/password-hashing.ts';
import { createSealer } from './secrets/seal.ts';
import { gatewaySecrets } from './secrets/gateway-secrets.ts';

const SETTLE_EVERY_MILLIS = 5_000;
const CLEAN_UP_EVERY_MILLIS = 10 * 60_000;
const CLOCK_EVERY_MILLIS = 2_000;
const DRAIN_MILLIS = 10_000;

/** What ends a part, in the order in which the parts were started. */
type Stops = (() => unknown)[];

/** Starts everything in the order in which it is needed, and returns what ends it in reverse. */
async function start(config: Config): Promise<{ stop: () => Promise<void> }> {
  const log = createLog(config);
  const stops: Stops = [];
  const services = await startServices(config, log, stops);
  const { db, clock, sealer, hashing, mail, checks } = services;
  const { outbox, smtpPort, ...appDeps } = services;
  const isEvaluation = config.mode === 'evaluation';
  const evaluation = isEvaluation ? await prepareSample({ db, clock, sealer, hashing, mail }, smtpPort) : null;
  let draining = false;
  const app = await buildApp({
    ...appDeps,
    log,
    publicUrl: config.publicUrl,
    panelDir: isEvaluation && !existsSync(path.join(LOCATIONS.panel, 'index.html')) ? null : LOCATIONS.panel,
    trustProxy: config.trustProxy,
    countryOfAddress: config.countryFile === null ? null : readCountryFile(config.countryFile),
    isDraining: () => draining,
    ...(isEvaluation && outbox !== null ? { installMore: outboxPages(outbox) } : {}),
  });
  await app.listen({ host: config.host, port: config.port });
  startSweeps(config, log, services, stops);
  const commands = await serveCommands({ config, db, clock, sealer, hashing, checks });
  stops.push(() => commands.close());
  stops.push(async () => {
    draining = true;
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MILLIS).unref())]);
  });
  log.info({ url: config.publicUrl, mode: config.mode, database: db.kind, smtpPort }, 'ready');
  if (evaluation !== null) process.stdout.write(await welcome({ config, smtpPort, db, clock, sealer }));
  return {
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** JSON lines on standard error; an error's own values never get there. */
function createLog(config: Config): Log {
  const serializers = { err: errorSerializer };
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers };
  return pino(options, pino.destination({ dest: 2, sync: true }));
}

/** Database, mail, gateway and jobs: what the app and the sweeps work with. */
async function startServices(config: Config, log: Log, stops: Stops) {
  mkdirSync(config.dataDir, { recursive: true });
  const { dataDir, databaseUrl: url, poolSize } = config;
  const db: Database = await openDatabase({ dataDir, url, migrationsFolder: LOCATIONS.migrations, poolSize });
  stops.push(() => db.close());
  const clock = movableClock();
  if (config.mode === 'evaluation') await loadClockOffset(db, clock);
  const sealer = createSealer(config.secretKey);
  const mail = await startEmbeddedMail({
    dir: path.join(dataDir, 'mail'),
    host: '127.0.0.1',
    port: config.smtpPort,
    hostname: config.mailHostname,
    directory: mailDirectory({ db }),
    log,
  });
  stops.push(() => mail.backend.close());
  const { mailer, outbox } = startMailer(config);
  stops.push(() => mailer.close());
  const { gateway, sandboxGatewayUrl, cardGateway } = await startGateway(config, log, stops);
  const jobs = createJobQueue(db, log);
  await jobs.start();
  stops.push(() => jobs.stop());
  const { publicUrl, mailerFrom: mailFrom } = config;
  await jobs.work('send-mail', (job) => sendNotification({ db, mailer, sealer, log, publicUrl, mailFrom }, job));
  await jobs.work('mail-password-links', (job) => mailPasswordLinks({ db, clock, jobs, sealer }, job));
  const checks: Check[] = [
    { name: 'database', check: () => db.check().then(() => ({ ok: true, detail: db.kind })) },
    { name: 'mail', check: () => mail.backend.check() },
    { name: 'mailer', check: () => mailer.check() },
    { name: 'gateway', check: () => gateway.check() },
    {
      name: 'sanctions',
      check: async () => ({
        ok: true,
        detail: config.countryFile === null ? 'off: POSTERN_COUNTRY_FILE is not set' : 'on',
      }),
    },
  ];
  const hashing = passwordHashing();
  return {
    db,
    clock,
    sealer,
    hashing,
    mail: mail.backend,
    smtpPort: mail.port,
    outbox,
    gateway,
    sandboxGatewayUrl,
    cardGateway,
    jobs,
    checks,
  };
}

type Services = Awaited<ReturnType<typeof startServices>>;

/** What finishes by and by whatever a crash or a silence left open. */
function startSweeps(config: Config, log: Log, services: Services, stops: Stops): void {
  const { db, clock, mail } = services;
  const sweeps = [
    startSweep('purchases', SETTLE_EVERY_MILLIS, log, () => sweepPurchases({ ...services, log })),
    startSweep('mailboxes', SETTLE_EVERY_MILLIS, log, () => settleUnconfirmedMailboxes({ db, clock, mail, log })),
    startSweep('clean-up', CLEAN_UP_EVERY_MILLIS, log, () => cleanUp({ db, clock })),
  ];
  if (config.mode === 'evaluation')
    sweeps.push(startSweep('clock', CLOCK_EVERY_MILLIS, log, () => loadClockOffset(db, clock)));
  stops.push(() => Promise.all(sweeps.map((sweep) => sweep.stop())));
}

/** The operator's mail server, or a folder whose mail can be read in evaluation. */
function startMailer(config: Config): { mailer: Mailer; outbox: Outbox | null } {
  if (config.mailerUrl !== null) return { mailer: smtpMailer({ url: config.mailerUrl }), outbox: null };
  const dir = path.join(config.dataDir, 'outbox');
  return {
    mailer: outboxFolderMailer({ dir }),
    outbox: { list: () => listOutbox(dir), read: (name) => readOutboxMessage(dir, name) },
  };
}

/** Evaluation data; its mail comes in by SMTP as from anybody. */
async function prepareSample(deps: Omit<EvaluationDeps, 'stranger'>, smtpPort: number | null) {
  const stranger = smtpPort === null ? null : smtpMailer({ url: `smtp://127.0.0.1:${smtpPort}` });
  try {
    return await prepareEvaluation({ ...deps, stranger });
  } finally {
    await stranger?.close();
  }
}

/** Stripe where its keys are set, else the sandbox gateway: the operator's, or one that this process looks after as a process of its own. */
async function startGateway(config: Config, log: Log, stops: (() => unknown)[]) {
  if (config.stripe !== null) {
    const { publishableKey, ...keys } = config.stripe;
    return {
      gateway: stripeGateway(keys),
      sandboxGatewayUrl: null,
      cardGateway: { name: 'stripe' as const, publishableKey },
    };
  }
  const { apiKey, webhookSecret } = gatewaySecrets(config.secretKey);
  const cardGateway = { name: 'sandbox' as const };
  if (config.sandboxGatewayUrl !== null) {
    const url = config.sandboxGatewayUrl;
    return {
      gateway: sandboxGateway({ baseUrl: url, apiKey, webhookSecret }),
      sandboxGatewayUrl: async () => url,
      cardGateway,
    };
  }
  const supervised = await ensureSandboxGateway({
    dir: path.join(config.dataDir, 'gateway'),
    command: [process.execPath, LOCATIONS.sandboxGateway],
    webhookUrl: `http://127.0.0.1:${config.port}/webhooks/sandbox`,
    allowOrigin: new URL(config.publicUrl).origin,
    publicUrl: `${config.publicUrl}/sandbox-gateway`,
    apiKey,
    webhookSecret,
    log: (message) => log.info({ gateway: message }, 'sandbox gateway'),
  });
  stops.push(() => supervised.close());
  return {
    gateway: sandboxGateway({ baseUrl: () => supervised.baseUrl(), apiKey, webhookSecret }),
    sandboxGatewayUrl: () => supervised.baseUrl(),
    cardGateway,
  };
}

/** Ends in order on a signal, or when npm, which started us, is gone. */
function endOnSignal(stop: () => Promise<void>, endsWithNpm: boolean): void {
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping after ${signal} failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const parent = process.ppid;
  if (!endsWithNpm || parent === 1) return;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) end('SIGTERM');
  }, 500).unref();
}

try {
  const config = readConfig(process.env);
  const { stop } = await start(config);
  endOnSignal(stop, config.endsWithNpm);
} catch (error) {
  const plain = error instanceof ConfigError || error instanceof DataFolderInUse;
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const text = plain
    ? error.message
    : inUse
      ? `${error.message}. Another program uses this port; choose another with POSTERN_PORT or POSTERN_SMTP_PORT.`
      : error instanceof Error
        ? inspect(errorSerializer(error))
        : String(error);
  process.stderr.write(`Postern can't start: ${text}\n`);
  process.exit(1);
}
