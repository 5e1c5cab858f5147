import type { MailQueue } from '@postern/adapter-mail/port';
import type { SendingRefusal } from '@postern/domain/sending';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../db/watch-pool.ts';
import type { QueueState } from '../jobs/read-queues.ts';
import type { OnCall } from '../observe/around-calls.ts';
import {
  measureCalls,
  measureDatabase,
  measureMachine,
  measureWhatAges,
  watchPayments,
} from '../observe/metrics-of-services.ts';
import type { NamedTlsServer, SeenCertificate } from '../observe/check-certificates.ts';
import { measureMoney, type MoneyState } from '../observe/measure-money.ts';
import { measureWebhooks, type WebhookState } from '../observe/measure-webhooks.ts';
import type { OnPayment } from '../observe/payment-event.ts';
import type { Disk } from '../observe/read-disks.ts';

export type Metrics = {
  contentType: string;
  /** Everything counted so far, in Prometheus' format. */
  write: () => Promise<string>;
  count: (request: FastifyRequest, reply: FastifyReply) => void;
  /** A mailbox's message to this many recipients was counted, or refused by a sending limit. */
  onSending: (recipients: number, refusal: SendingRefusal | null) => void;
  /** A job of this queue ran. A failed one runs again. */
  onJob: (queue: string, isDone: boolean) => void;
  onSweep: (name: string, isDone: boolean) => void;
  /** Whether a service that the panel uses answered. */
  onCheck: (name: string, isUp: boolean) => void;
  /** The state of each queue. */
  onQueues: (queues: readonly QueueState[]) => void;
  /** Reads the state of each address for events. */
  onWebhooks: (states: readonly WebhookState[]) => void;
  /** Failed webhooks of the gateway, disputes, and the last comparison of the books. */
  onMoney: (state: MoneyState) => void;
  onCall: OnCall;
  onPayment: OnPayment;
  /** How long a transaction waited for a connection to the database. */
  onConnectionWait: (seconds: number) => void;
  /** Postfix's queue; null if it isn't known. */
  onMailQueue: (queues: readonly MailQueue[] | null) => void;
  onDisks: (disks: readonly Disk[]) => void;
  /** When the last backup began, in Unix milliseconds; null: there is none. */
  onBackup: (beganMillis: number | null) => void;
  onCertificates: (seen: readonly SeenCertificate<NamedTlsServer>[]) => void;
  /** From now on the state of this pool is read whenever the metrics are. */
  followPool: (read: () => PoolState) => void;
};

/** Calls by route and status, what mailboxes send, and the process. Routes are patterns, never actual addresses. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const seconds = new Histogram({
    name: 'postern_http_request_seconds',
    help: 'Time to answer a call.',
    labelNames,
    registers: [registry],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const errors = new Counter({
    name: 'postern_http_errors_total',
    help: 'Answers of 500 and more.',
    labelNames: ['route'],
    registers: [registry],
  });
  const count: Metrics['count'] = (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream lasts as long as its reader stays, which says nothing about our speed.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (!isStream)
      seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) errors.inc({ route });
  };
  const sent = new Counter({
    name: 'postern_sending_recipients_total',
    help: 'Recipients of messages that mailboxes sent.',
    registers: [registry],
  });
  const refused = new Counter({
    name: 'postern_sending_refused_total',
    help: 'Messages refused by a sending limit of the plan.',
    labelNames: ['scope', 'span'],
    registers: [registry],
  });
  const onSending: Metrics['onSending'] = (recipients, refusal) => {
    if (refusal === null) sent.inc(recipients);
    else refused.inc({ scope: refusal.scope, span: refusal.span });
  };
  const write = () => registry.metrics();
  return {
    ...{ contentType: registry.contentType, write, count, onSending },
    ...watchWork(registry),
    ...watchPayments(registry),
    ...measureCalls(registry),
    ...measureDatabase(registry),
    ...measureMachine(registry),
    ...measureWhatAges(registry),
    ...measureWebhooks(registry),
    ...measureMoney(registry),
  };
}

/** Jobs, sweeps and the services behind the panel. deploy/monitoring/alerts.yaml says when a person should look. */
function watchWork(registry: Registry): Pick<Metrics, 'onJob' | 'onSweep' | 'onCheck' | 'onQueues'> {
  const registers = [registry];
  const jobs = new Counter({
    name: 'postern_job_runs_total',
    help: 'Runs of jobs, by queue and outcome (done, failed). A failed job runs again.',
    labelNames: ['queue', 'outcome'],
    registers,
  });
  const sweeps = new Counter({
    name: 'postern_sweep_runs_total',
    help: 'Runs of sweeps, by outcome (done, failed).',
    labelNames: ['sweep', 'outcome'],
    registers,
  });
  const up = new Gauge({
    name: 'postern_service_up',
    help: 'Whether a service that the panel uses answered, asked every 30 seconds.',
    labelNames: ['service'],
    registers,
  });
  const queue = ['queue'];
  const due = new Gauge({
    name: 'postern_jobs_due',
    help: 'Jobs that could run now and wait.',
    labelNames: queue,
    registers,
  });
  const oldest = new Gauge({
    name: 'postern_oldest_due_job_seconds',
    help: 'How long the oldest job that could run has waited.',
    labelNames: queue,
    registers,
  });
  const dead = new Gauge({
    name: 'postern_jobs_dead',
    help: 'Jobs of the last week that failed so often that they are no longer tried.',
    labelNames: queue,
    registers,
  });
  const outcome = (isDone: boolean) => (isDone ? 'done' : 'failed');
  return {
    onJob: (queue, isDone) => jobs.inc({ queue, outcome: outcome(isDone) }),
    onSweep: (sweep, isDone) => sweeps.inc({ sweep, outcome: outcome(isDone) }),
    onCheck: (service, isUp) => up.set({ service }, isUp ? 1 : 0),
    onQueues: (queues) => {
      for (const state of queues) {
        const of = { queue: state.queue };
        due.set(of, state.due);
        oldest.set(of, state.oldestSeconds);
        dead.set(of, state.dead);
      }
    },
  };
}

/** Counts the app's calls. Answers `/metrics` at the panel's own address only if the operator wants that. */
export function installMetrics(app: FastifyInstance, metrics: Metrics, isPublic: boolean): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.count(request, reply);
    done();
  });
  if (isPublic)
    app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.write()));
}
