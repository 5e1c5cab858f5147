import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { startEmbeddedMail } from '@postern/adapter-mail/embedded';
import { startMailFilter } from '@postern/adapter-mail/mail-filter-listener';
import { postfixDovecotBackend } from '@postern/adapter-mail/postfix-dovecot';
import type { Mailer } from '@postern/adapter-mailer/port';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { serveCommands } from './cli/serve-commands.ts';
import { type Clock, movableClock } from './runtime/clock.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { type Database, openDatabase } from './db/client.ts';
import { loadClockOffset } from './db/clock-offset.ts';
import { DataFolderInUse } from './db/data-folder-lock.ts';
import { endOnSignal } from './runtime/end-on-signal.ts';
import type { Outbox } from './evaluation/outbox-pages.ts';
import type { EvaluationDeps } from './evaluation/evaluation-deps.ts';
import { resumeBulkJobs, runBulk } from './features/bulk/public.ts';
import { publishZones, restoreZones } from './features/dns/public.ts';
import { keepFormerDomains, resumeDomainChanges, runDomainChange } from './features/domain-change/public.ts';
import { cancelUnprovenOrders, recheckDomains } from './features/domain-connection/public.ts';
import { mailDirectory, mailFilterDirectory } from './features/mail-directory/public.ts';
import { settleUnconfirmedMailboxes } from './features/mailboxes/public.ts';
import { sendNotification } from './features/notifications/public.ts';
import { sweepPurchases } from './features/purchase/public.ts';
import { readCountryFile } from './features/sanctions/public.ts';
import { mailPasswordLinks } from './features/sign-in/public.ts';
import { cleanUp } from './jobs/clean-up.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { startSweep } from './jobs/sweeps.ts';
import { LOCATIONS } from './runtime/locations.ts';
import { mailerOnDemand } from './mailer-on-demand.ts';
import { errorSerializer, type Log } from './runtime/log.ts';
import type { Check } from './plugins/health.ts';
import { passwordHashing } from './secrets/password-hashing.ts';
import { createSealer, type Sealer } from './secrets/seal.ts';
import { gatewaySecrets } from './secrets/gateway-secrets.ts';
import { isPortTaken, startDns } from './start-dns.ts';

const SETTLE_EVERY_MILLIS = 5_000;
const RECHECK_EVERY_MILLIS = 15_000;
const CLEAN_UP_EVERY_MILLIS = 10 * 60_000;
const CLOCK_EVERY_MILLIS = 2_000;
const DRAIN_MILLIS = 10_000;

/** What ends a part, in the order in which the parts were started. */
type Stops = (() => unknown)[];

/**
 * Starts everything in the order in which it is needed, and returns what ends it in reverse. What only some installations use
 * (a gateway, the sample data) is imported where it is chosen, so that the others neither wait for it nor keep it in memory.
 */
async function start(config: Config): Promise<{ stop: () => Promise<void> }> {
  const log = createLog(config);
  const stops: Stops = [];
  const services = await startServices(config, log, stops);
  const { db, clock, sealer, hashing, mail, checks } = services;
  const { outbox, smtpPort, dnsPort, startJobs, startSandbox, ...appDeps } = services;
  const isEvaluation = config.mode === 'evaluation';
  const evaluation = isEvaluation ? await prepareSample({ db, clock, sealer, hashing, mail }, smtpPort) : null;
  let draining = false;
  const building = buildApp({
    ...appDeps,
    log,
    publicUrl: config.publicUrl,
    mailHosts: config.mailHosts,
    panelDir: isEvaluation && !existsSync(path.join(LOCATIONS.panel, 'index.html')) ? null : LOCATIONS.panel,
    entri: config.entri === null ? null : (await import('@postern/adapter-dns/entri-tokens')).entriTokens(config.entri),
    trustProxy: config.trustProxy,
    countryOfAddress: config.countryFile === null ? null : readCountryFile(config.countryFile),
    isDraining: () => draining,
    ...(isEvaluation
      ? { installMore: (await import('./evaluation/evaluation-pages.ts')).evaluationPages(services) }
      : {}),
  });
  const [app] = await Promise.all([building, startJobs()]);
  await app.listen({ host: config.host, port: config.port });
  await startSandbox();
  startSweeps(config, log, services, stops);
  const commands = await serveCommands({ config, db, clock, sealer, hashing, checks });
  stops.push(() => commands.close());
  stops.push(async () => {
    draining = true;
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MILLIS).unref())]);
  });
  log.info({ url: config.publicUrl, mode: config.mode, database: db.kind, smtpPort, dnsPort }, 'ready');
  if (evaluation !== null) {
    const { welcome } = await import('./evaluation/welcome.ts');
    process.stdout.write(await welcome({ config, smtpPort, db, clock, sealer }));
  }
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
  return pino(options, writtenOnceATurn(pino.destination({ dest: 2, sync: true, minLength: 8 * 1024 })));
}

/** Lines of one turn of the event loop leave as one write; the last ones before the process ends do, too. */
function writtenOnceATurn(destination: ReturnType<typeof pino.destination>): { write: (line: string) => void } {
  let isWaiting = false;
  // Not `flushSync`, which waits for the disk each time.
  const flush = () => {
    isWaiting = false;
    destination.flush();
  };
  process.on('exit', () => destination.flushSync());
  return {
    write: (line) => {
      destination.write(line);
      if (isWaiting) return;
      isWaiting = true;
      setImmediate(flush);
    },
  };
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
  const mail = await startMail(config, { db, clock, sealer }, log, stops);
  const { dns, port: dnsPort } = await startDns(config, log, stops);
  const { mailer, outbox } = startMailer(config);
  stops.push(() => mailer.close());
  const { gateway, sandboxGatewayUrl, cardGateway, startSandbox } = await chooseGateway(config, log, stops);
  const jobs = createJobQueue(db, log);
  const checks: Check[] = [
    { name: 'database', check: () => db.check().then(() => ({ ok: true, detail: db.kind })) },
    { name: 'mail', check: () => mail.backend.check() },
    { name: 'mailer', check: () => mailer.check() },
    { name: 'dns', check: async () => (await dns.zones?.check()) ?? { ok: true, detail: 'no name server here' } },
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
    startJobs: async () => {
      await jobs.start();
      stops.push(() => jobs.stop());
      const { publicUrl, mailerFrom: mailFrom } = config;
      await jobs.work('send-mail', (job) => sendNotification({ db, mailer, sealer, log, publicUrl, mailFrom }, job));
      await jobs.work('mail-password-links', (job) => mailPasswordLinks({ db, clock, jobs, sealer }, job));
      await jobs.work('end-mail-sessions', (job) => mail.backend.endSessions(job));
      const bulk = { db, clock, jobs, sealer, hashing, mail: mail.backend, log };
      await jobs.work('run-bulk', (job) => runBulk(bulk, job));
      const change = { db, clock, dns, mail: mail.backend, log };
      await jobs.work('run-domain-change', (job) => runDomainChange(change, job));
    },
    db,
    clock,
    sealer,
    hashing,
    mail: mail.backend,
    dns,
    dnsPort,
    smtpPort: mail.port,
    outbox,
    gateway,
    sandboxGatewayUrl,
    cardGateway,
    startSandbox,
    jobs,
    checks,
  };
}

type Services = Awaited<ReturnType<typeof startServices>>;

type MailDeps = { db: Database; clock: Clock; sealer: Sealer };

/** Postfix and Dovecot with the listener that their filter asks, or the store that needs nothing installed. */
async function startMail(config: Config, deps: MailDeps, log: Log, stops: Stops) {
  const { mailServers } = config;
  if (mailServers === null) {
    const mail = await startEmbeddedMail({
      dir: path.join(config.dataDir, 'mail'),
      host: '127.0.0.1',
      port: config.smtpPort,
      hostname: config.mailHostname,
      directory: mailDirectory(deps),
      log,
    });
    stops.push(() => mail.backend.close());
    return mail;
  }
  const { doveadmUrl: url, doveadmKey: apiKey, storeDir, filterPort, filterToken: token } = mailServers;
  const filter = await startMailFilter({ port: filterPort, token, directory: mailFilterDirectory(deps), log });
  stops.push(() => filter.close());
  return { backend: postfixDovecotBackend({ url, apiKey, storeDir }), port: null };
}

/** What finishes by and by whatever a crash or a silence left open. */
function startSweeps(config: Config, log: Log, services: Services, stops: Stops): void {
  const { db, clock, mail, dns, jobs } = services;
  const sweeps = [
    startSweep('purchases', SETTLE_EVERY_MILLIS, log, () =>
      sweepPurchases({ ...services, publicUrl: config.publicUrl, log }),
    ),
    startSweep('bulk', SETTLE_EVERY_MILLIS, log, () => resumeBulkJobs({ db, clock, jobs })),
    startSweep('domain-changes', SETTLE_EVERY_MILLIS, log, () => resumeDomainChanges({ db, clock, jobs })),
    startSweep('former-domains', CLEAN_UP_EVERY_MILLIS, log, () => keepFormerDomains({ db, clock, dns, log })),
    startSweep('mailboxes', SETTLE_EVERY_MILLIS, log, () => settleUnconfirmedMailboxes({ db, clock, mail, log })),
    startSweep('zones', SETTLE_EVERY_MILLIS, log, () => publishZones({ db, clock, dns, log })),
    startSweep('lost-zones', CLEAN_UP_EVERY_MILLIS, log, () => restoreZones({ db, clock, dns, log })),
    startSweep('domains', RECHECK_EVERY_MILLIS, log, () => recheckDomains({ db, clock, dns, log })),
    startSweep('ownership', CLEAN_UP_EVERY_MILLIS, log, () => cancelUnprovenOrders({ db, clock, dns, log })),
    startSweep('clean-up', CLEAN_UP_EVERY_MILLIS, log, () => cleanUp({ db, clock })),
  ];
  if (config.mode === 'evaluation')
    sweeps.push(startSweep('clock', CLOCK_EVERY_MILLIS, log, () => loadClockOffset(db, clock)));
  stops.push(() => Promise.all(sweeps.map((sweep) => sweep.stop())));
}

/** The operator's mail server, or a folder whose mail can be read in evaluation. */
function startMailer(config: Config): { mailer: Mailer; outbox: Outbox | null } {
  const { mailerUrl: url } = config;
  if (url !== null) {
    const load = async () => (await import('@postern/adapter-mailer/smtp')).smtpMailer({ url });
    return { mailer: mailerOnDemand(load), outbox: null };
  }
  const dir = path.join(config.dataDir, 'outbox');
  const folder = () => import('@postern/adapter-mailer/outbox-folder');
  return {
    mailer: mailerOnDemand(async () => (await folder()).outboxFolderMailer({ dir })),
    outbox: {
      list: async () => (await folder()).listOutbox(dir),
      read: async (name) => (await folder()).readOutboxMessage(dir, name),
    },
  };
}

/** Evaluation data; its mail comes in by SMTP as from anybody. */
async function prepareSample(deps: Omit<EvaluationDeps, 'stranger'>, smtpPort: number | null) {
  const { prepareEvaluation } = await import('./evaluation/prepare-evaluation.ts');
  const { smtpMailer } = await import('@postern/adapter-mailer/smtp');
  const stranger = smtpPort === null ? null : smtpMailer({ url: `smtp://127.0.0.1:${smtpPort}` });
  try {
    return await prepareEvaluation({ ...deps, stranger });
  } finally {
    await stranger?.close();
  }
}

const nothingToStart = async () => {};

/**
 * Stripe where its keys are set, else the sandbox gateway: the operator's, or one that this process looks after as a process of
 * its own. That one is started beside the first calls, which wait for it if they need it.
 */
async function chooseGateway(config: Config, log: Log, stops: (() => unknown)[]) {
  if (config.stripe !== null) {
    const { publishableKey, ...keys } = config.stripe;
    const { stripeGateway } = await import('@postern/adapter-payment/stripe');
    return {
      gateway: stripeGateway(keys),
      sandboxGatewayUrl: null,
      cardGateway: { name: 'stripe' as const, publishableKey },
      startSandbox: nothingToStart,
    };
  }
  const { sandboxGateway } = await import('@postern/adapter-payment/sandbox');
  const { apiKey, webhookSecret } = gatewaySecrets(config.secretKey);
  const cardGateway = { name: 'sandbox' as const };
  if (config.sandboxGatewayUrl !== null) {
    const url = config.sandboxGatewayUrl;
    return {
      gateway: sandboxGateway({ baseUrl: url, apiKey, webhookSecret }),
      sandboxGatewayUrl: async () => url,
      cardGateway,
      startSandbox: nothingToStart,
    };
  }
  const { ensureSandboxGateway } = await import('@postern/adapter-payment/supervise-sandbox-gateway');
  let supervised: ReturnType<typeof ensureSandboxGateway> | undefined;
  const supervise = () =>
    (supervised ??= ensureSandboxGateway({
      dir: path.join(config.dataDir, 'gateway'),
      command: [process.execPath, LOCATIONS.sandboxGateway],
      webhookUrl: `http://127.0.0.1:${config.port}/webhooks/sandbox`,
      allowOrigin: new URL(config.publicUrl).origin,
      publicUrl: `${config.publicUrl}/sandbox-gateway`,
      apiKey,
      webhookSecret,
      log: (message) => log.info({ gateway: message }, 'sandbox gateway'),
    }));
  stops.push(async () => (await supervised)?.close());
  const baseUrl = async () => (await supervise()).baseUrl();
  return {
    gateway: sandboxGateway({ baseUrl, apiKey, webhookSecret }),
    sandboxGatewayUrl: baseUrl,
    cardGateway,
    startSandbox: async () => void (await supervise()),
  };
}

try {
  const config = readConfig(process.env);
  const { stop } = await start(config);
  endOnSignal(stop, config.endsWithNpm);
} catch (error) {
  const plain = error instanceof ConfigError || error instanceof DataFolderInUse;
  const text = plain
    ? error.message
    : isPortTaken(error) && error instanceof Error
      ? `${error.message}. Another program uses this port; choose another with POSTERN_PORT, POSTERN_SMTP_PORT or POSTERN_DNS_PORT.`
      : error instanceof Error
        ? inspect(errorSerializer(error))
        : String(error);
  process.stderr.write(`Postern can't start: ${text}\n`);
  process.exit(1);
}
