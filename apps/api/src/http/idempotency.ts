import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERROR_STATUS, type ErrorCode } from '@postern/contract/errors';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { isDatabaseAway, isDiskFull } from '../db/database-errors.ts';
import type { Database } from '../db/client.ts';
import type { MovableClock } from '../runtime/clock.ts';
import type { Sealer } from '../secrets/seal.ts';
import { PanelError } from './panel-error.ts';
import { idempotency } from './tables.ts';

type Request = { scope: string; key: string; body: unknown };
type Stored = { answer: unknown } | { refusal: { code: ErrorCode; attrs: Record<string, unknown> } };

/** Runs a write once per key, and gives every repetition the first answer, for 24 hours and in all processes. */
export type Idempotency = { once<T>(request: Request, run: () => Promise<T>): Promise<T> };

const LEASE_MILLIS = 40_000;
const WAIT_MILLIS = 30_000;
const REPEAT_MILLIS = 250;

/**
 * The first caller takes a lease by the row's primary key, and others wait for its answer. If its process dies, the lease expires and the
 * work runs again, which is safe, as use cases derive ids from the key.
 */
export function createIdempotency(deps: Deps): Idempotency {
  return {
    once: async <T>(request: Request, run: () => Promise<T>): Promise<T> => {
      const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest('base64url');
      const until = performance.now() + WAIT_MILLIS;
      for (;;) {
        const lease = await takeLease(deps, request, bodyHash);
        if (lease !== null) return runAndKeep(deps, request, lease, run);
        const stored = await findAnswer(deps, request, bodyHash);
        if (stored !== null) return replay<T>(stored);
        if (performance.now() > until) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
        await sleep(40);
      }
    },
  };
}

type Deps = { db: Database; clock: MovableClock; sealer: Sealer };

/** Until when this call has the key to itself; null when another one has it or is done. */
async function takeLease(deps: Deps, { scope, key }: Request, bodyHash: string): Promise<Date | null> {
  // Not the clock that evaluation moves: the lease must not end because of that.
  const now = deps.clock.unmoved();
  const leaseUntil = new Date(now.getTime() + LEASE_MILLIS);
  const take = deps.db.global
    .insert(idempotency)
    .values({ scope, key, bodyHash, leaseUntil, createdAt: deps.clock.now() })
    .onConflictDoUpdate({
      target: [idempotency.scope, idempotency.key],
      set: { leaseUntil },
      setWhere: sql`${idempotency.status} is null and ${idempotency.leaseUntil} < ${now.toISOString()} and ${idempotency.bodyHash} = ${bodyHash}`,
    })
    .returning({ key: idempotency.key });
  try {
    return (await take).length === 1 ? leaseUntil : null;
  } catch (error) {
    // The database may have given the lease before it went away.
    if (mayPass(error)) void repeat(() => release(deps, { scope, key }, leaseUntil));
    throw error;
  }
}

async function findAnswer(deps: Deps, { scope, key }: Request, bodyHash: string): Promise<Stored | null> {
  const [row] = await deps.db.global
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key)));
  if (row === undefined) return null;
  if (row.bodyHash !== bodyHash) throw new PanelError('IDEMPOTENCY_CONFLICT');
  return row.sealedAnswer === null
    ? null
    : (JSON.parse(deps.sealer.open(row.sealedAnswer, `${scope}/${key}`)) as Stored);
}

function replay<T>(stored: Stored): T {
  if ('refusal' in stored) throw new PanelError(stored.refusal.code, stored.refusal.attrs);
  return stored.answer as T;
}

async function runAndKeep<T>(deps: Deps, request: Request, lease: Date, run: () => Promise<T>): Promise<T> {
  const outcome = await run().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('answer' in outcome) {
    await lasting(() => keep(deps, request, 200, outcome));
    return outcome.answer;
  }
  const { error } = outcome;
  // An error that may not occur next time isn't stored, so that the same key can try again.
  if (error instanceof PanelError && isFinal(error.code)) {
    const refusal = { code: error.code, attrs: error.attrs };
    await lasting(() => keep(deps, request, ERROR_STATUS[error.code], { refusal }));
  } else await lasting(() => release(deps, request, lease));
  throw error;
}

/**
 * Writes the outcome, or fails and keeps trying for as long as the lease lasts: a caller who repeats a call in which the database went away
 * would otherwise wait for that lease.
 */
async function lasting(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (mayPass(error)) void repeat(write);
    throw error;
  }
}

/** Whether the database may take the write a moment later. */
const mayPass = (error: unknown): boolean => isDatabaseAway(error) || isDiskFull(error);

async function repeat(write: () => Promise<void>): Promise<void> {
  const until = performance.now() + LEASE_MILLIS;
  let isOver = false;
  while (!isOver && performance.now() < until) {
    await sleep(REPEAT_MILLIS, undefined, { ref: false });
    isOver = await write().then(
      () => true,
      (error: unknown) => !mayPass(error),
    );
  }
}

/** By the next try the server may work, the payment succeed or the rate limit have passed; any other refusal is final. */
const isFinal = (code: ErrorCode): boolean =>
  ERROR_STATUS[code] < 500 && ERROR_STATUS[code] !== 429 && ERROR_STATUS[code] !== 402;

async function keep(deps: Deps, { scope, key }: Request, status: number, stored: Stored): Promise<void> {
  const sealedAnswer = deps.sealer.seal(JSON.stringify(stored), `${scope}/${key}`);
  await deps.db.global
    .update(idempotency)
    .set({ status, sealedAnswer })
    .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key)));
}

async function release(deps: Deps, { scope, key }: Pick<Request, 'scope' | 'key'>, lease: Date): Promise<void> {
  const isOurs = and(isNull(idempotency.status), eq(idempotency.leaseUntil, lease));
  await deps.db.global.delete(idempotency).where(and(eq(idempotency.scope, scope), eq(idempotency.key, key), isOurs));
}
