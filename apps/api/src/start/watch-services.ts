import type { MailQueue } from '@postern/adapter-mail/port';
import type { Sweep } from '../feature/feature.ts';
import { readEndpointStates } from '../features/index.ts';
import { readMoneyState } from './read-money-state.ts';
import { readQueues } from '../jobs/read-queues.ts';
import { readLastBackup } from '../observe/check-backup.ts';
import type { NamedTlsServer } from '../observe/check-certificates.ts';
import { readDisks } from '../observe/read-disks.ts';
import { type Check, runChecks } from '../plugins/health.ts';
import type { Metrics } from '../plugins/metrics.ts';
import { watchCertificates } from './watch-certificates.ts';

const EVERY_MILLIS = 30_000;

/** Other measurements, apart from the services. */
export type Machine = {
  folders: Readonly<Record<string, string>>;
  /** Whose certificates are watched. */
  tlsServers: readonly NamedTlsServer[];
  /** Where the backups are; null: they aren't watched. */
  backupDir: string | null;
  /** The queue of Postfix, where it is on this machine. */
  readMailQueue: (() => Promise<MailQueue[]>) | null;
};

/**
 * Updates the metrics every 30 seconds: which services answer, what waits in the queues, how full the disks are, when the last backup ran,
 * whether events reach their addresses, and what needs attention around payments.
 */
const watchServices = (checks: Check[], machine: Machine, metrics: Metrics): Sweep => ({
  name: 'services',
  everyMillis: EVERY_MILLIS,
  run: async ({ db, clock, log }) => {
    const services = checks.filter(({ isNote }) => isNote !== true);
    for (const { name, ok } of await runChecks(services)) metrics.onCheck(name, ok);
    metrics.onDisks(await readDisks(machine.folders));
    if (machine.backupDir !== null) metrics.onBackup(await readLastBackup(machine.backupDir));
    if (machine.readMailQueue !== null) {
      const queues = await machine.readMailQueue().catch((error: unknown) => {
        log.warn({ err: error }, 'mail queue');
        return null;
      });
      metrics.onCheck('mail queue', queues !== null);
      metrics.onMailQueue(queues);
    }
    metrics.onQueues(await readQueues(db));
    const endpoints = await readEndpointStates(db, clock.now());
    metrics.onWebhooks(
      endpoints.map(({ partnerId, ...state }) => ({ ...state, receiver: partnerId === null ? 'operator' : 'partner' })),
    );
    metrics.onMoney(await readMoneyState(db));
  },
});

/** All that the metrics are told from time to time. */
export const watches = (checks: Check[], machine: Machine, metrics: Metrics): Sweep[] => [
  watchServices(checks, machine, metrics),
  watchCertificates(machine.tlsServers, metrics),
];
