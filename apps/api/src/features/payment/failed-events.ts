import type { GatewayEvent } from '@postern/adapter-payment/port';
import { asc, count, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { failedGatewayEvent } from './tables.ts';

export type FailedEvent = typeof failedGatewayEvent.$inferSelect;

const MINUTE_MILLIS = 60_000;
/** The minutes after which an event is tried again: seven times in about a day. Then it waits for the operator. */
const PAUSES_MINUTES = [1, 5, 15, 60, 180, 360, 720];
/** How long a process may work on an event before another one takes it. */
const CLAIM_MILLIS = 5 * MINUTE_MILLIS;

type Failure = { event: GatewayEvent; lastError: string; at: Date; isRetry: boolean };

const nextTry = (tries: number, at: Date): Date | null => {
  const minutes = PAUSES_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MILLIS);
};

/** Records that an event failed. Only our own tries count: the gateway repeats an event within seconds. */
export function noteFailedEvent(db: Database, { event, lastError, at, isRetry }: Failure): Promise<void> {
  return db.asSystem(async (tx) => {
    const first = { event, tries: 1, lastError, firstFailedAt: at, lastFailedAt: at, nextTryAt: nextTry(1, at) };
    const added = await tx
      .insert(failedGatewayEvent)
      .values({ eventId: event.eventId, ...first })
      .onConflictDoNothing()
      .returning({ eventId: failedGatewayEvent.eventId });
    if (added.length > 0) return;
    const ofEvent = eq(failedGatewayEvent.eventId, event.eventId);
    const [known] = await tx.select().from(failedGatewayEvent).where(ofEvent).for('update');
    if (known === undefined) return;
    const tries = known.tries + (isRetry ? 1 : 0);
    const isOver = known.nextTryAt === null;
    const nextTryAt = isRetry && !isOver ? nextTry(tries, at) : known.nextTryAt;
    await tx.update(failedGatewayEvent).set({ tries, lastError, lastFailedAt: at, nextTryAt }).where(ofEvent);
  });
}

export const forgetFailedEvent = (db: Database, eventId: string): Promise<boolean> =>
  db.asSystem(async (tx) => {
    const gone = await tx
      .delete(failedGatewayEvent)
      .where(eq(failedGatewayEvent.eventId, eventId))
      .returning({ eventId: failedGatewayEvent.eventId });
    return gone.length > 0;
  });

/** Takes the events whose next try is due: no other process takes them for five minutes. */
export const claimFailedEvents = (db: Database, now: Date, limit: number): Promise<FailedEvent[]> =>
  db.asSystem(async (tx) => {
    const due = await tx
      .select()
      .from(failedGatewayEvent)
      .where(lte(failedGatewayEvent.nextTryAt, now))
      .orderBy(asc(failedGatewayEvent.nextTryAt))
      .limit(limit)
      .for('update', { skipLocked: true });
    for (const { eventId } of due)
      await tx
        .update(failedGatewayEvent)
        .set({ nextTryAt: new Date(now.getTime() + CLAIM_MILLIS) })
        .where(eq(failedGatewayEvent.eventId, eventId));
    return due;
  });

/** Failed events, oldest first: those that are no longer tried, or all. */
export const listFailedEvents = (db: Database, { isAll }: { isAll: boolean }): Promise<FailedEvent[]> =>
  db.asSystem((tx) =>
    tx
      .select()
      .from(failedGatewayEvent)
      .where(isAll ? undefined : isNull(failedGatewayEvent.nextTryAt))
      .orderBy(failedGatewayEvent.firstFailedAt),
  );

export const findFailedEvent = async (db: Database, eventId: string): Promise<FailedEvent | null> => {
  const [row] = await db.asSystem((tx) =>
    tx.select().from(failedGatewayEvent).where(eq(failedGatewayEvent.eventId, eventId)),
  );
  return row ?? null;
};

/** How many wait for their next try, and how many for the operator. */
export const countFailedEvents = (db: Pick<Database, 'asSystem'>): Promise<{ waiting: number; givenUp: number }> =>
  db.asSystem(async (tx) => {
    const [row] = await tx
      .select({ all: count(), waiting: sql<string>`count(${failedGatewayEvent.nextTryAt})` })
      .from(failedGatewayEvent);
    const waiting = Number(row?.waiting ?? 0);
    return { waiting, givenUp: (row?.all ?? 0) - waiting };
  });
