import { buildApp } from './app.ts';
import { serveCommands } from './cli/serve-commands.ts';
import { type Config, readConfig } from './config/config.ts';
import { loadClockOffset } from './db/clock-offset.ts';
import type { Sweep } from './feature/feature.ts';
import type { Services } from './feature/services.ts';
import { FEATURES } from './features/index.ts';
import type { Tracer } from './observe/tracer.ts';
import { createMetrics, type Metrics } from './plugins/metrics.ts';
import { stopListening, takeLastRequests } from './plugins/drain.ts';
import { giveBackMemory } from './runtime/give-back-memory.ts';
import { endOnSignal } from './runtime/end-on-signal.ts';
import { readRelease } from './runtime/release.ts';
import { createLog } from './start/create-log.ts';
import { startJobs } from './start/start-jobs.ts';
import { startMetrics } from './start/start-metrics.ts';
import { startPanel } from './start/start-panel.ts';
import { startProblem } from './start/start-problem.ts';
import { startServices } from './start/start-services.ts';
import { startSweeps } from './start/start-sweeps.ts';
import type { Stops } from './start/stops.ts';
import { watches } from './start/watch-services.ts';

const FOLLOW_CLOCK: Sweep = {
  name: 'clock',
  everyMillis: 2_000,
  run: ({ db, clock }) => loadClockOffset(db, clock),
};
/** The first sweeps, some dozens at once, would hold up those who wait for the start. */
const SWEEPS_AFTER_MILLIS = 300;
const GIVE_BACK_AFTER_MILLIS = 5_000;
/** Requests that take longer are cut off. */
const FINISH_MILLIS = 10_000;

/**
 * Starts everything in the order in which it is needed; `stop` ends it in reverse. Parts that only some installations use (a gateway, the
 * sample data) are imported where they are chosen, so that others neither wait for them nor keep them in memory.
 */
async function start(config: Config): Promise<{ stop: () => Promise<void> }> {
  const isEvaluation = config.mode === 'evaluation';
  const log = createLog(config);
  const release = readRelease();
  const stops: Stops = [];
  const metrics = createMetrics();
  const tracer = await chooseTracer(config, release.version, stops);
  const { services, checks, machine, startSandbox, outbox, smtpPort, dnsPort } = await startServices(
    config,
    log,
    stops,
    metrics,
    tracer,
  );
  const { db } = services;
  if (isEvaluation) await prepareSample(services, smtpPort);
  const { panel, sweep, check, announced } = startPanel(config, db, release, stops);
  // It is waited for below, where its error ends the start.
  announced.catch(() => {});
  checks.push(check);
  let draining = false;
  let isStarted = false;
  const building = buildApp({
    ...services,
    // A client that waits for readiness uses its commands and the sandbox at once.
    checks: [...checks, { name: 'start', isNeeded: true, check: async () => ({ ok: isStarted, detail: '' }) }],
    metrics,
    tracer,
    shows: config.shows,
    release,
    securityContact: config.securityContact,
    panel,
    trustProxy: config.trustProxy,
    isDraining: () => draining,
    ...(isEvaluation
      ? { installMore: (await import('./evaluation/evaluation-pages.ts')).evaluationPages({ ...services, outbox }) }
      : {}),
  });
  const [app] = await Promise.all([building, startJobs(FEATURES, services, tracer), announced]);
  stops.push(() => services.jobs.stop());
  await app.listen({ host: config.host, port: config.port });
  await showMetrics(config, metrics, stops);
  await startSandbox();
  const own = [sweep, ...watches(checks, machine, metrics), ...(isEvaluation ? [FOLLOW_CLOCK] : [])];
  const sweeps = later(SWEEPS_AFTER_MILLIS, () => startSweeps(FEATURES, services, own, metrics.onSweep, tracer));
  stops.push(() => sweeps.stop());
  const commands = await serveCommands({ ...services, services, config, checks });
  stops.push(() => commands.close());
  stops.push(async () => {
    draining = true;
    await takeLastRequests(app, config.drainSeconds * 1000);
    await stopListening(app);
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, FINISH_MILLIS).unref())]);
  });
  isStarted = true;
  setTimeout(giveBackMemory, GIVE_BACK_AFTER_MILLIS).unref();
  log.info({ ...release, url: config.publicUrl, mode: config.mode, database: db.kind, smtpPort, dnsPort }, 'ready');
  if (isEvaluation) {
    const { welcome } = await import('./evaluation/welcome.ts');
    process.stdout.write(await welcome({ ...services, config, smtpPort }));
  }
  return {
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** Answers `/metrics` at an address of its own, if the operator gave one. */
async function showMetrics({ metricsAddress }: Config, metrics: Metrics, stops: Stops): Promise<void> {
  if (metricsAddress === null) return;
  const own = await startMetrics(metrics, metricsAddress);
  stops.push(() => own.close());
}

/** Starts something in a while, unless it is stopped before. */
function later(millis: number, start: () => { stop: () => Promise<unknown> }): { stop: () => Promise<unknown> } {
  let started: ReturnType<typeof start> | undefined;
  const timer = setTimeout(() => {
    started = start();
  }, millis);
  return {
    stop: async () => {
      clearTimeout(timer);
      await started?.stop();
    },
  };
}

/** OpenTelemetry is only loaded where the operator names a collector. */
async function chooseTracer({ traces }: Config, version: string, stops: Stops): Promise<Tracer | null> {
  if (traces === null) return null;
  const tracer = (await import('./observe/start-tracer.ts')).startTracer(traces, version);
  stops.push(() => tracer.close());
  return tracer;
}

/** Writes the sample data. Its mail is sent by SMTP, like any other mail. */
async function prepareSample(services: Services, smtpPort: number | null): Promise<void> {
  const { prepareEvaluation } = await import('./evaluation/prepare-evaluation.ts');
  const { smtpMailer } = await import('@postern/adapter-mailer/smtp');
  const stranger = smtpPort === null ? null : smtpMailer({ url: `smtp://127.0.0.1:${smtpPort}` });
  try {
    await prepareEvaluation({ ...services, stranger });
  } finally {
    await stranger?.close();
  }
}

try {
  const config = readConfig(process.env);
  const { stop } = await start(config);
  endOnSignal(stop, config.endsWithNpm);
} catch (error) {
  process.stderr.write(`Postern can't start: ${startProblem(error)}\n`);
  process.exit(1);
}
