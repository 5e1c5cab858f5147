import type { PaymentGateway } from '@postern/adapter-payment/port';
import { type PlainDate, plainDateOf, startOfDayMillis } from '@postern/domain/dates';
import { desc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../db/client.ts';
import type { Resume } from './gateway-books/compare-with-gateway.ts';
import { reconcile } from './reconcile.ts';
import { findFailedRefunds } from './refund/find-failed-refunds.ts';
import type { RefundDeps } from './refund/follow-refund.ts';
import { reconcileProgress, reconcileRun } from './tables.ts';

type Deps = RefundDeps;
export type ReconcileRun = typeof reconcileRun.$inferSelect;

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;
/** A process that has said nothing for an hour has ended. */
const CLAIM_MILLIS = HOUR_MILLIS;
const RENEW_EVERY_MILLIS = 10 * 60_000;
/** The most days that one night compares, however long nothing ran. */
const MOST_DAYS = 31;

/**
 * Compares the days that are over and weren't compared yet, in one of all processes: each comparison has a row, keyed by its last day,
 * which one process claims. After a crash another process starts over. The operator sees differences in the log, the metrics and `doctor`.
 */
export async function reconcileNightly(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const now = deps.clock.now();
  const run = await deps.db.asSystem((tx) => claim(tx, now));
  if (run === null) return;
  // Many days with many charges may take longer.
  const renewal = setInterval(() => void setStarted(deps, run, deps.clock.now()).catch(() => {}), RENEW_EVERY_MILLIS);
  try {
    await compare({ ...deps, gateway: stoppable(deps.gateway, stopping) }, run, await findProgress(deps, run));
  } catch (error) {
    if (stopping?.aborted !== true) throw error;
    // Release the claim, so that another process can begin at once.
    await setStarted(deps, run, new Date(0));
  } finally {
    clearInterval(renewal);
  }
}

/** Stops asking the gateway once the process has to end. */
const stoppable = (gateway: PaymentGateway, stopping?: AbortSignal): PaymentGateway => ({
  ...gateway,
  readIntent: async (intentId) => {
    stopping?.throwIfAborted();
    return gateway.readIntent(intentId);
  },
  listCharges: async (listing) => {
    stopping?.throwIfAborted();
    return gateway.listCharges(listing);
  },
  listRefunds: async (listing) => {
    stopping?.throwIfAborted();
    return gateway.listRefunds(listing);
  },
  readDispute: async (disputeId) => {
    stopping?.throwIfAborted();
    return gateway.readDispute(disputeId);
  },
});

/** How far a run is, so that another process goes on with the day at which this one ended. */
async function findProgress({ db }: Deps, { until }: ReconcileRun): Promise<Resume> {
  const [row] = await db.asSystem((tx) =>
    tx.select().from(reconcileProgress).where(eq(reconcileProgress.until, until)),
  );
  return {
    from: row?.reached ?? null,
    found: row?.found ?? [],
    keep: (reached, found) =>
      db.asSystem((tx) =>
        tx
          .insert(reconcileProgress)
          .values({ until, reached, found })
          .onConflictDoUpdate({ target: reconcileProgress.until, set: { reached, found } }),
      ),
  };
}

const setStarted = ({ db }: Deps, { until }: ReconcileRun, startedAt: Date): Promise<unknown> =>
  db.asSystem((tx) => tx.update(reconcileRun).set({ startedAt }).where(eq(reconcileRun.until, until)));

const addDays = (day: PlainDate, days: number): PlainDate => plainDateOf(startOfDayMillis(day) + days * DAY_MILLIS);

/** Compares the last night's days again, after something was corrected; null if no night was compared yet. */
export async function reconcileAgain(deps: Deps): Promise<ReconcileRun | null> {
  const last = await findLastRun(deps.db);
  return last === null ? null : compare(deps, last);
}

async function claim(tx: Queryable, now: Date): Promise<ReconcileRun | null> {
  const until = addDays(plainDateOf(now.getTime()), -1);
  const [last] = await tx
    .select()
    .from(reconcileRun)
    .where(isNotNull(reconcileRun.finishedAt))
    .orderBy(desc(reconcileRun.until))
    .limit(1);
  if (last !== undefined && last.until >= until) return null;
  const earliest = addDays(until, 1 - MOST_DAYS);
  const next: PlainDate = last === undefined ? until : addDays(last.until, 1);
  const from = next < earliest ? earliest : next;
  const abandoned = new Date(now.getTime() - CLAIM_MILLIS);
  const [claimed] = await tx
    .insert(reconcileRun)
    .values({ until, from, startedAt: now, finishedAt: null, differences: null })
    .onConflictDoUpdate({
      target: reconcileRun.until,
      set: { from, startedAt: now },
      setWhere: sql`${reconcileRun.finishedAt} is null and ${reconcileRun.startedAt} < ${abandoned.toISOString()}`,
    })
    .returning();
  return claimed ?? null;
}

async function compare(deps: Deps, { from, until }: ReconcileRun, resume?: Resume): Promise<ReconcileRun | null> {
  const { db, clock, gateway, log } = deps;
  // What is owed isn't a difference, so it is noted before the rest is compared.
  await findFailedRefunds(deps);
  const span = { from: new Date(startOfDayMillis(from)), to: new Date(startOfDayMillis(addDays(until, 1))) };
  const differences = await reconcile({ db, gateway, clock }, span, resume);
  if (differences.length > 0)
    log.error({ from, until, count: differences.length, first: differences[0] }, 'books and gateway differ');
  return db.asSystem(async (tx) => {
    await tx.delete(reconcileProgress).where(lte(reconcileProgress.until, until));
    const [finished] = await tx
      .update(reconcileRun)
      .set({ finishedAt: clock.now(), differences })
      .where(eq(reconcileRun.until, until))
      .returning();
    return finished ?? null;
  });
}

/** The newest finished comparison. */
export async function findLastRun(db: Pick<Database, 'asSystem'>): Promise<ReconcileRun | null> {
  const [row] = await db.asSystem((tx) =>
    tx.select().from(reconcileRun).where(isNotNull(reconcileRun.finishedAt)).orderBy(desc(reconcileRun.until)).limit(1),
  );
  return row ?? null;
}
