import { type GuessCount, type GuessLimit, type GuessVerdict, startGuess } from '@postern/domain/sign-in';
import { sql, type SQL } from 'drizzle-orm';
import { type Database, type Queryable, rowsOf } from '../db/client.ts';
import type { Clock } from '../runtime/clock.ts';
import { PanelError } from './panel-error.ts';

/** The name in `rate_limit` under which a guess is counted, and how many may be wrong. */
export type GuessCounter = { key: string; limit: GuessLimit };

/** A guess that has its place in every count. One of the two must be called once the guess was checked. */
export type StartedGuess = {
  wrong: (tx?: Queryable) => Promise<void>;
  /** Also for a guess that couldn't be checked. */
  right: (tx?: Queryable) => Promise<void>;
};

type Deps = { db: Database; clock: Clock };
export type CountRow = {
  key: string;
  count: number;
  resets_at: string | Date;
  day_count: number;
  day_resets_at: string | Date;
  being_checked: number;
  last_started_at: string | Date;
};

/** Named one by one: a statement with `*` would fail once a newer release has added a column (ADR 86). */
const COLUMNS = sql.raw('key, count, resets_at, day_count, day_resets_at, being_checked, last_started_at');

/** How long a guess waits for those before it, and how many may wait in one process. */
const WAIT_MILLIS = 10_000;
const WAITING_MAXIMUM = 200;
const FIRST_PAUSE_MILLIS = 20;
const LONGEST_PAUSE_MILLIS = 300;

/** Makes a statement commit without waiting for the disk (ADR 42). */
const UNHURRIED = sql.raw(`(select set_config('synchronous_commit', 'off', true)) as unhurried`);

/** Takes a place in every count before a guess is checked. Throws TOO_MANY_ATTEMPTS if a limit is used up. */
export async function takeGuess(deps: Deps, counters: readonly GuessCounter[]): Promise<StartedGuess> {
  const taken = await tryGuess(deps, counters);
  if (!taken.ok) throw new PanelError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: taken.retryAfterSeconds });
  return taken.guess;
}

/**
 * The same, answering instead of throwing. Fifty guesses at once take ten places at most, in all processes. The others wait for them: if
 * these are wrong they are refused, and if they are right they follow, so that forty colleagues can sign in at once.
 */
export async function tryGuess(
  deps: Deps,
  counters: readonly GuessCounter[],
  firstSeen?: readonly CountRow[],
): Promise<{ ok: true; guess: StartedGuess } | { ok: false; retryAfterSeconds: number }> {
  const until = performance.now() + WAIT_MILLIS;
  let seen = firstSeen;
  for (let pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MILLIS)) {
    const now = deps.clock.now().getTime();
    seen ??= await readCounts(
      deps.db.global,
      counters.map(({ key }) => key),
    );
    const answer = await takePlaces(deps.db, counters, seen, now);
    seen = undefined;
    if (answer.verdict === 'refuse')
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((answer.until - now) / 1000)) };
    if (answer.verdict === 'check') return { ok: true, guess: startedGuess(deps.db, keysOf(counters)) };
    if (performance.now() > until) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
    await waitInTurn(pause);
  }
}

/** Guesses of this process that wait for a place, the first in turn first. */
const waiting: (() => void)[] = [];

/** Until another guess of this process was checked. Those of other processes are seen after the pause. */
async function waitInTurn(pause: number): Promise<void> {
  if (waiting.length >= WAITING_MAXIMUM) throw new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  const timer = setTimeout(resolve, pause);
  await promise;
  clearTimeout(timer);
  const place = waiting.indexOf(resolve);
  if (place >= 0) waiting.splice(place, 1);
}

type WrittenRow = { key: string; made: boolean };
type Answer = { verdict: 'check' } | Exclude<GuessVerdict, { verdict: 'check' }>;

/** Decides on all counts under their locks, and takes a place in each of them or in none. */
async function takePlaces(
  db: Database,
  counters: readonly GuessCounter[],
  seen: readonly CountRow[],
  now: number,
): Promise<Answer> {
  // Most guesses of an attacker, and those that have to wait, end here without a lock.
  const foreseen = decide(counters, seen, now);
  if (foreseen.verdict !== 'check') return foreseen;
  try {
    return await db.asSystem(async (tx) => {
      const written = await rowsOf<WrittenRow>(tx, writeIfAsSeen(foreseen.counts, seen));
      const wasSeen = (key: string) => seen.some((one) => one.key === key);
      if (written.length === counters.length && written.every(({ key, made }) => made !== wasSeen(key)))
        return foreseen;
      // Something else came in between. All counts are locked now, so this decides on what the others are, and on what the written ones were.
      const others = keysOf(counters).filter((key) => written.every((one) => one.key !== key));
      const before = seen.filter(({ key }) => written.some((one) => one.key === key && !one.made));
      const between = others.length === 0 ? [] : await readCounts(tx, others);
      const places = decide(counters, [...before, ...between], now);
      if (places.verdict !== 'check') throw new NoPlace(places);
      await tx.execute(writeCounts(places.counts));
      return places;
    });
  } catch (error) {
    if (error instanceof NoPlace) return error.answer;
    throw error;
  }
}

/** Takes back the counts that were made for a guess that got no place: an attacker can't fill the table with names. */
class NoPlace extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('no place');
    this.answer = answer;
  }
}

type Decision = { verdict: 'check'; counts: Map<string, GuessCount> } | Exclude<GuessVerdict, { verdict: 'check' }>;

function decide(counters: readonly GuessCounter[], rows: readonly CountRow[], now: number): Decision {
  const verdicts = counters.map(({ key, limit }) => {
    const row = rows.find((one) => one.key === key);
    return { key, ...startGuess(row === undefined ? null : countOf(row), limit, now) };
  });
  const refused = verdicts.filter((one) => one.verdict === 'refuse');
  if (refused.length > 0) return { verdict: 'refuse', until: Math.max(...refused.map(({ until }) => until)) };
  if (verdicts.some(({ verdict }) => verdict === 'wait')) return { verdict: 'wait' };
  const counts = verdicts.flatMap((one) => (one.verdict === 'check' ? [[one.key, one.count] as const] : []));
  return { verdict: 'check', counts: new Map(counts) };
}

const millis = (time: string | Date): number => new Date(time).getTime();

const countOf = (row: CountRow): GuessCount => ({
  wrong: row.count,
  windowEndsAt: millis(row.resets_at),
  wrongInDay: row.day_count,
  dayEndsAt: millis(row.day_resets_at),
  beingChecked: row.being_checked,
  lastStartedAt: millis(row.last_started_at),
});

const keysOf = (counters: readonly GuessCounter[]): string[] => counters.map(({ key }) => key).toSorted();

const list = (keys: readonly string[]): SQL =>
  sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  );

/** The counts as they are, without locks. A caller that knows the keys early can read them together with other things. */
export const readCounts = (tx: Queryable, keys: readonly string[]): Promise<CountRow[]> =>
  rowsOf<CountRow>(tx, sql`select ${COLUMNS} from rate_limit where key in (${list(keys)})`);

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

const valuesOf = ({ wrong, windowEndsAt, wrongInDay, dayEndsAt, beingChecked, lastStartedAt }: GuessCount): SQL =>
  sql`${wrong}::int, ${time(windowEndsAt)}, ${wrongInDay}::int, ${time(dayEndsAt)}, ${beingChecked}::int, ${time(lastStartedAt)}`;

const NOTHING_SEEN = sql.raw(
  'null::int, null::timestamptz, null::int, null::timestamptz, null::int, null::timestamptz',
);

const countsFrom = (from: 'next' | 'excluded') =>
  sql.raw(`count = ${from}.count, resets_at = ${from}.resets_at, day_count = ${from}.day_count,
    day_resets_at = ${from}.day_resets_at, being_checked = ${from}.being_checked, last_started_at = ${from}.last_started_at`);

/**
 * Writes each count that is still as it was seen, or still missing, and locks them all, whether it writes them or not. Always in the same
 * order, so that two guesses never deadlock. Returns those that it wrote, and whether they were missing.
 */
function writeIfAsSeen(counts: ReadonlyMap<string, GuessCount>, seen: readonly CountRow[]): SQL {
  const rows = [...counts].map(([key, count]) => {
    const row = seen.find((one) => one.key === key);
    return sql`(${key}::text, ${valuesOf(count)}, ${row === undefined ? NOTHING_SEEN : valuesOf(countOf(row))})`;
  });
  return sql`with next (key, count, resets_at, day_count, day_resets_at, being_checked, last_started_at,
      seen, seen_resets_at, seen_day, seen_day_resets_at, seen_checked, seen_started_at) as (values ${sql.join(rows, sql`, `)})
    insert into rate_limit as held (${COLUMNS}) select ${COLUMNS} from next, ${UNHURRIED} order by key
    on conflict (key) do update set ${countsFrom('excluded')} where (select seen = held.count and seen_resets_at = held.resets_at
      and seen_day = held.day_count and seen_day_resets_at = held.day_resets_at and seen_checked = held.being_checked
      and seen_started_at = held.last_started_at from next where next.key = held.key)
    returning key, xmax = 0 as made`;
}

function writeCounts(counts: ReadonlyMap<string, GuessCount>): SQL {
  const rows = [...counts].map(([key, count]) => sql`(${key}::text, ${valuesOf(count)})`);
  return sql`update rate_limit set ${countsFrom('next')} from (values ${sql.join(rows, sql`, `)})
      as next (key, count, resets_at, day_count, day_resets_at, being_checked, last_started_at)
    where rate_limit.key = next.key`;
}

function startedGuess(db: Database, keys: readonly string[]): StartedGuess {
  const locked = sql`(select key as locked from rate_limit where key in (${list(keys)}) order by key for update) as mine`;
  const settle = async (wrong: number, tx: Queryable | undefined) => {
    // In a transaction of the caller's, the caller decides about the flush.
    const from = tx === undefined ? sql`${locked}, ${UNHURRIED}` : locked;
    await (tx ?? db.global).execute(sql`update rate_limit set count = count + ${wrong}::int,
      day_count = day_count + ${wrong}::int, being_checked = greatest(being_checked - 1, 0)
      from ${from} where key = locked`);
    waiting.shift()?.();
  };
  return { wrong: (tx) => settle(1, tx), right: (tx) => settle(0, tx) };
}
