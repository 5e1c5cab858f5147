import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ERROR_STATUS, type ErrorCode } from '@postern/contract/errors';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Sealer } from '../secrets/seal.ts';
import { PanelError } from './panel-error.ts';
import { idempotency } from './tables.ts';

type Request = { scope: string; key: string; body: unknown };
type Stored = { answer: unknown } | { refusal: { code: ErrorCode; attrs: Record<string, unknown> } };

/** Runs a write once per key, and gives every repetition the first answer, for 24 hours and in all processes. */
export type Idempotency = { once<T>(request: Request, run: () => Promise<T>): Promise<T> };

const LEASE_SECONDS = 40;
const WAIT_MILLIS = 30_000;

/**
 * The first caller takes a lease by the row's primary key, and others wait for its answer. If its process dies, the lease expires and the
 * work runs again, which is safe, as use cases derive ids from the key.
 */
export function createIdempotency(deps: { db: Database; clock: Clock; sealer: Sealer }): Idempotency {
  return {
    once: async <T>(request: Request, run: () => Promise<T>): Promise<T> => {
      const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest('base64url');
      const until = performance.now() + WAIT_MILLIS;
      while (!(await takeLease(deps, request, bodyHash))) {
        const stored = await findAnswer(deps, request, bodyHash);
        if (stored !== null) return replay<T>(stored);
        if (performance.now() > until) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 });
        await sleep(40);
      }
      return runAndKeep(deps, request, run);
    },
  };
}

type Deps = Parameters<typeof createIdempotency>[0];

async function takeLease(deps: Deps, { scope, key }: Request, bodyHash: string): Promise<boolean> {
  // The database's own time, because the lease must not follow the clock that evaluation moves.
  const leaseUntil = sql<Date>`now() + ${`${LEASE_SECONDS} seconds`}::interval`;
  const taken = await deps.db.global
    .insert(idempotency)
    .values({ scope, key, bodyHash, leaseUntil, createdAt: deps.clock.now() })
    .onConflictDoUpdate({
      target: [idempotency.scope, idempotency.key],
      set: { leaseUntil },
      setWhere: sql`${idempotency.status} is null and ${idempotency.leaseUntil} < now() and ${idempotency.bodyHash} = ${bodyHash}`,
    })
    .returning({ key: idempotency.key });
  return taken.length === 1;
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

async function runAndKeep<T>(deps: Deps, request: Request, run: () => Promise<T>): Promise<T> {
  try {
    const answer = await run();
    await keep(deps, request, 200, { answer });
    return answer;
  } catch (error) {
    // An error that may not occur next time isn't stored, so that the same key can try again.
    if (error instanceof PanelError && isFinal(error.code)) {
      await keep(deps, request, ERROR_STATUS[error.code], { refusal: { code: error.code, attrs: error.attrs } });
    } else await release(deps, request);
    throw error;
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

async function release(deps: Deps, { scope, key }: Request): Promise<void> {
  await deps.db.global
    .delete(idempotency)
    .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key), isNull(idempotency.status)));
}
