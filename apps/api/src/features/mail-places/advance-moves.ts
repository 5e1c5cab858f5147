import type { MailBackend, MailboxRef, MailPlaces } from '@postern/adapter-mail/port';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { isFree, isHeldBy, type Lease } from '../../db/lease.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';
import { findStoredMailbox } from '../mailboxes/public.ts';
import { mailboxPlace } from './tables.ts';

type MoveDeps = { db: Database; clock: Clock; log: Log; mail: MailBackend };
type Move = typeof mailboxPlace.$inferSelect;

const MOVES_A_SWEEP = 20;
/** Longer than one copy may take. */
const LEASE_MILLIS = 2 * 3_600_000;
/** A delivery to the former backend that began before the switch may end after it: Postfix waits ten minutes for the end of one. */
const STRAGGLERS_MILLIS = 11 * 60_000;

const isMoving = or(isNotNull(mailboxPlace.movingTo), isNotNull(mailboxPlace.movingFrom));
const held = { until: mailboxPlace.leaseUntil, by: mailboxPlace.leaseBy };

const isThis = ({ customerId, bundleId, mailboxId }: Move) =>
  and(
    eq(mailboxPlace.customerId, customerId),
    eq(mailboxPlace.bundleId, bundleId),
    eq(mailboxPlace.mailboxId, mailboxId),
  );

/**
 * Takes every move a step further. All progress is in the database and each step can be repeated, so a process may be killed at any point;
 * one process at a time works on a mailbox.
 */
export async function advanceMoves(deps: MoveDeps): Promise<void> {
  const { db, clock, log, mail } = deps;
  const { places } = mail;
  if (places === undefined) return;
  const moving = await db.readAsSystem((tx) => tx.select().from(mailboxPlace).where(isMoving).limit(MOVES_A_SWEEP));
  for (const { mailboxId, ...key } of moving) {
    const lease = { until: new Date(clock.now().getTime() + LEASE_MILLIS), by: await db.processNumber() };
    const [move] = await db.asSystem((tx) =>
      tx
        .update(mailboxPlace)
        .set({ leaseUntil: lease.until, leaseBy: lease.by })
        .where(and(isThis({ ...key, mailboxId }), isMoving, isFree(held, clock.now())))
        .returning(),
    );
    if (move === undefined) continue;
    try {
      await advance(deps, places, move, lease);
    } catch (error) {
      log.warn({ err: error, mailboxId }, 'mailbox not moved yet');
    }
    await save(deps, move, lease, { leaseUntil: null, leaseBy: null });
  }
}

/** True when the lease was still held. */
async function save({ db }: MoveDeps, move: Move, lease: Lease, change: Partial<Move>): Promise<boolean> {
  const rows = await db.asSystem((tx) =>
    tx
      .update(mailboxPlace)
      .set(change)
      .where(and(isThis(move), isHeldBy(held, lease)))
      .returning({ id: mailboxPlace.mailboxId }),
  );
  return rows.length === 1;
}

async function advance(deps: MoveDeps, places: MailPlaces, move: Move, lease: Lease): Promise<void> {
  const ref = await deps.db.asSystem((tx) => findStoredMailbox(tx, move.mailboxId));
  // One that was deleted is removed from all backends.
  if (ref === null) return;
  const now = deps.clock.now();
  if (move.movingTo !== null) {
    // Most of the mail, before anything changes for anyone.
    await places.copy(ref, { from: move.backend, to: move.movingTo });
    const switched = { backend: move.movingTo, movingFrom: move.backend, movingTo: null, switchedAt: now };
    if (!(await save(deps, move, lease, switched))) return;
    return follow(places, ref, { from: move.backend, to: move.movingTo }).then(() => {});
  }
  const { movingFrom: from, backend: to, switchedAt } = move;
  if (from === null || switchedAt === null) return;
  const mayStragglersCome = now.getTime() < switchedAt.getTime() + STRAGGLERS_MILLIS;
  const isComplete = await follow(places, ref, { from, to });
  if (mayStragglersCome || !isComplete) return;
  await places.remove(ref, from);
  await save(deps, move, lease, { movingFrom: null, switchedAt: null });
}

/** Copies mail that reached the former backend meanwhile, each message once, and ends the sessions there. */
async function follow(places: MailPlaces, ref: MailboxRef, way: { from: string; to: string }): Promise<boolean> {
  await places.endSessions(ref, way.from);
  return places.copy(ref, way);
}
