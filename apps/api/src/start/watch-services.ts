import { sql } from 'drizzle-orm';
import type { Sweep } from '../feature/feature.ts';
import { type Check, runChecks } from '../plugins/health.ts';
import type { Metrics } from '../plugins/metrics.ts';

const EVERY_MILLIS = 30_000;

/** Tells the metrics every 30 seconds which services answer, and how long due jobs have waited. */
export const watchServices = (checks: Check[], metrics: Metrics): Sweep => ({
  name: 'services',
  everyMillis: EVERY_MILLIS,
  run: async ({ db }) => {
    for (const { name, ok } of await runChecks(checks)) metrics.onCheck(name, ok);
    const { rows } = (await db.global.execute(sql`
      select count(*) as jobs, coalesce(extract(epoch from now() - min(start_after)), 0) as seconds
      from pgboss.job where state in ('created', 'retry') and start_after <= now()`)) as {
      rows: { jobs: string; seconds: string }[];
    };
    const [due] = rows;
    if (due !== undefined) metrics.onDueJobs(Number(due.jobs), Math.max(0, Number(due.seconds)));
  },
});
