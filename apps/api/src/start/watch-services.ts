import type { MailQueue } from '@postern/adapter-mail/real-servers/read-mail-queue';
import type { Sweep } from '../feature/feature.ts';
import { readQueues } from '../jobs/read-queues.ts';
import { readDisks } from '../observe/read-disks.ts';
import { type Check, runChecks } from '../plugins/health.ts';
import type { Metrics } from '../plugins/metrics.ts';

const EVERY_MILLIS = 30_000;

/** What can be measured besides the services: folders by name, and the queue of Postfix where it is on this machine. */
export type Machine = {
  folders: Readonly<Record<string, string>>;
  readMailQueue: (() => Promise<MailQueue[]>) | null;
};

/** Tells the metrics every 30 seconds which services answer, what waits in the queues and how full the disks are. */
export const watchServices = (checks: Check[], machine: Machine, metrics: Metrics): Sweep => ({
  name: 'services',
  everyMillis: EVERY_MILLIS,
  run: async ({ db, log }) => {
    const services = checks.filter(({ isNote }) => isNote !== true);
    for (const { name, ok } of await runChecks(services)) metrics.onCheck(name, ok);
    metrics.onDisks(await readDisks(machine.folders));
    if (machine.readMailQueue !== null) {
      const queues = await machine.readMailQueue().catch((error: unknown) => {
        log.warn({ err: error }, 'mail queue');
        return null;
      });
      metrics.onCheck('mail queue', queues !== null);
      metrics.onMailQueue(queues);
    }
    metrics.onQueues(await readQueues(db));
  },
});
