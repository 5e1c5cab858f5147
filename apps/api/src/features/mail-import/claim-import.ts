import { mayRunNow } from '@postern/domain/mail-import';
import { and, asc, eq, isNotNull, lte, not, sql } from 'drizzle-orm';
import { ofBundle } from '../../db/bundle-key.ts';
import { type Queryable, rowsOf } from '../../db/client.ts';
import { isFree, type Lease } from '../../db/lease.ts';
import { lockBundle } from '../bundles/public.ts';
import { HELD, type RunDeps } from './engine-context.ts';
import { changeImport, type ImportRow } from './mail-import-repository.ts';
import { mailImport } from './tables.ts';

/** Longer than any call to either server takes. The process that works on an import renews it often. */
export const LEASE_MILLIS = 120_000;
/** Connections to one source server, from all processes and for all customers together. */
const AT_ONE_HOST_MAXIMUM = 10;
const LOOKED_AT = 50;

/** Whether a process that works on imports would look at any. */
export async function isImportDue({ db, clock }: Pick<RunDeps, 'db' | 'clock'>): Promise<boolean> {
  const [due] = await db.readAsSystem((tx) =>
    tx.select({ taskId: mailImport.taskId }).from(mailImport).where(isDue(clock.now())).limit(1),
  );
  return due !== undefined;
}

const isDue = (now: Date) => and(isNotNull(mailImport.nextTryAt), lte(mailImport.nextTryAt, now), isFree(HELD, now));

/** Takes the import that waits longest and may run; null if there is none. The limits hold in all processes together. */
export async function claimImport(deps: RunDeps): Promise<{ row: ImportRow; lease: Lease } | null> {
  const now = deps.clock.now();
  const due = await deps.db.asSystem((tx) =>
    tx
      .select({ customerId: mailImport.customerId, bundleId: mailImport.bundleId, taskId: mailImport.taskId })
      .from(mailImport)
      .where(isDue(now))
      .orderBy(asc(mailImport.nextTryAt), asc(mailImport.taskId))
      .limit(LOOKED_AT),
  );
  for (const key of due) {
    const lease = { until: new Date(now.getTime() + LEASE_MILLIS), by: await deps.db.processNumber() };
    const row = await deps.db.asSystem(async (tx) => {
      // Under the domain's lock, so that two processes never count five imports and start a sixth.
      await lockBundle(tx, key);
      const [found] = await tx
        .select()
        .from(mailImport)
        .where(and(ofBundle(mailImport, key), eq(mailImport.taskId, key.taskId), isFree(HELD, now)))
        .for('update', { skipLocked: true });
      if (found === undefined || found.nextTryAt === null) return null;
      if (!(await hasTurn(tx, found, now))) {
        if (found.status === 'initialized' && found.problem === null)
          await changeImport(tx, key, { problem: 'ITS_TURN' });
        return null;
      }
      return changeImport(tx, key, { leaseUntil: lease.until, leaseBy: lease.by });
    });
    if (row !== null) return { row, lease };
  }
  return null;
}

async function hasTurn(tx: Queryable, row: ImportRow, now: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`mail-import/${row.host}`}))`);
  const [running] = await rowsOf<{ in_domain: number; into_mailbox: number; at_host: number }>(
    tx,
    sql`select count(*) filter (where ${ofBundle(mailImport, row)})::int as in_domain,
      count(*) filter (where ${ofBundle(mailImport, row)} and ${eq(mailImport.mailboxId, row.mailboxId)})::int as into_mailbox,
      count(*) filter (where ${eq(mailImport.host, row.host)})::int as at_host
      from ${mailImport} where ${and(isNotNull(mailImport.leaseUntil), not(isFree(HELD, now)))}`,
  );
  const { in_domain: inDomain = 0, into_mailbox: intoMailbox = 0, at_host: atHost = 0 } = running ?? {};
  return mayRunNow({ inDomain, intoMailbox }) && atHost < AT_ONE_HOST_MAXIMUM;
}
