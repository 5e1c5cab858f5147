import type { MailQueue } from '@postern/adapter-mail/port';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { PoolState } from '../db/watch-pool.ts';
import type { OnCall } from './around-calls.ts';
import type { NamedTlsServer, SeenCertificate } from './check-certificates.ts';
import type { OnPayment } from './payment-event.ts';
import type { Disk } from './read-disks.ts';
import { SERVICES } from './watched-calls.ts';
const GATEWAYS = ['stripe', 'sandbox', 'partner', 'partner-page', 'none'] as const;
const EVENTS = ['started', 'declined', 'settled', 'failed', 'refunded'] as const;
const OUTCOMES = ['ok', 'refused', 'timeout', 'failed'] as const;

/** Calls to other servers: gateway, mail store, mailer, name server, DNS, providers. */
export function measureCalls(registry: Registry): { onCall: OnCall } {
  const registers = [registry];
  const calls = new Counter({
    name: 'postern_outside_calls_total',
    help: 'Calls to other servers, by service and outcome (ok, refused, timeout, failed).',
    labelNames: ['service', 'outcome'],
    registers,
  });
  // Prometheus doesn't see the first event of a counter that begins with it.
  for (const service of SERVICES) for (const outcome of OUTCOMES) calls.inc({ service, outcome }, 0);
  const seconds = new Histogram({
    name: 'postern_outside_call_seconds',
    help: 'Time of a call to another server, by service and operation.',
    labelNames: ['service', 'operation'],
    registers,
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  return {
    onCall: ({ service, operation }, outcome, time) => {
      calls.inc({ service, outcome });
      seconds.observe({ service, operation }, time);
    },
  };
}

/** Payments, by what happened and who takes the money. */
export function watchPayments(registry: Registry): { onPayment: OnPayment } {
  const payments = new Counter({
    name: 'postern_payments_total',
    help: 'Events of payments (started, declined, settled, failed, refunded), by who takes the money.',
    labelNames: ['event', 'gateway'],
    registers: [registry],
  });
  for (const gateway of GATEWAYS) for (const event of EVENTS) payments.inc({ event, gateway }, 0);
  return { onPayment: (event, gateway) => payments.inc({ event, gateway }) };
}

/** What fills up on the machine: the mail queue and the disks. */
export function measureMachine(registry: Registry): {
  onMailQueue: (queues: readonly MailQueue[] | null) => void;
  onDisks: (disks: readonly Disk[]) => void;
} {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry] });
  const messages = gauge('postern_mail_queue_messages', 'Messages that Postfix has not delivered yet.', 'queue');
  const oldest = gauge('postern_mail_queue_oldest_seconds', 'How long the oldest of them has waited.', 'queue');
  const free = gauge('postern_disk_free_bytes', 'Bytes that are free where a folder is (data, mail).', 'folder');
  const size = gauge('postern_disk_size_bytes', 'Bytes of the file system where a folder is.', 'folder');
  return {
    onMailQueue: (queues) => {
      // Unknown isn't the same as empty, and isn't the same as the last time.
      messages.reset();
      oldest.reset();
      for (const { queue, ...state } of queues ?? []) {
        messages.set({ queue }, state.messages);
        oldest.set({ queue }, state.oldestSeconds);
      }
    },
    onDisks: (disks) => {
      for (const { folder, freeBytes, sizeBytes } of disks) {
        free.set({ folder }, freeBytes);
        size.set({ folder }, sizeBytes);
      }
    },
  };
}

/** Things that age without any fault: certificates and the last backup. Times are Unix seconds, so that Prometheus computes the age. */
export function measureWhatAges(registry: Registry): {
  onBackup: (beganMillis: number | null) => void;
  onCertificates: (seen: readonly SeenCertificate<NamedTlsServer>[]) => void;
} {
  const registers = [registry];
  const backup = new Gauge({
    name: 'postern_backup_timestamp_seconds',
    help: 'When the newest whole backup began; 0 if there is none.',
    // A gauge without labels begins with 0, also where backups aren't watched.
    labelNames: ['backup'],
    registers,
  });
  const certificates = new Gauge({
    name: 'postern_certificate_end_timestamp_seconds',
    help: 'When the certificate ends that a server (panel, imap, pop, smtp) shows.',
    labelNames: ['server'],
    registers,
  });
  return {
    onBackup: (beganMillis) => backup.set({ backup: 'service' }, (beganMillis ?? 0) / 1000),
    onCertificates: (seen) => {
      certificates.reset();
      const ends = new Map<string, number>();
      for (const one of seen) {
        // Several servers have one name, such as those for the European Union: the first to end counts.
        if ('endsMillis' in one)
          ends.set(one.server.name, Math.min(one.endsMillis, ends.get(one.server.name) ?? Number.POSITIVE_INFINITY));
      }
      for (const [server, endsMillis] of ends) certificates.set({ server }, endsMillis / 1000);
    },
  };
}

/** Connections to PostgreSQL. The embedded database has no pool, and so no values. */
export function measureDatabase(registry: Registry): {
  onConnectionWait: (seconds: number) => void;
  followPool: (read: () => PoolState) => void;
} {
  const registers = [registry];
  let readPool: (() => PoolState) | null = null;
  new Gauge({
    name: 'postern_database_connections',
    help: 'Connections to PostgreSQL, by state (in_use, idle).',
    labelNames: ['state'],
    registers,
    collect() {
      if (readPool === null) return;
      this.set({ state: 'in_use' }, readPool().inUse);
      this.set({ state: 'idle' }, readPool().idle);
    },
  });
  const ofPool = (name: string, help: string, value: (state: PoolState) => number) =>
    new Gauge({
      ...{ name, help, registers },
      // A gauge without labels begins with 0, which would look like a pool without connections.
      labelNames: ['pool'],
      collect() {
        if (readPool !== null) this.set({ pool: 'panel' }, value(readPool()));
      },
    });
  ofPool('postern_database_connections_max', 'The most connections that requests may use.', ({ most }) => most);
  ofPool('postern_database_waiting', 'Transactions that wait for a connection.', ({ waiting }) => waiting);
  const wait = new Histogram({
    name: 'postern_database_wait_seconds',
    help: 'How long a transaction waited for a connection.',
    registers,
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
  });
  return {
    onConnectionWait: (seconds) => wait.observe(seconds),
    followPool: (read) => {
      readPool = read;
    },
  };
}
