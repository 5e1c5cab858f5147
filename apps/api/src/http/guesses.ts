import { type GuessCount, type GuessLimit, type GuessVerdict, startGuess } from '@postern/domain/sign-in';
import { sql, type SQL } from 'drizzle-orm';
import { rowsOnce } from '../db/built-once.ts';
import type { Database, Queryable } from '../db/client.ts';
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
    return await db.asSystem(
      async (tx) => {
        const written = await writeIfAsSeen(tx, foreseen.counts, seen);
        const wasSeen = (key: string) => seen.some((one) => one.key === key);
        if (written.length === counters.length && written.every(({ key, made }) => made !== wasSeen(key)))
          return foreseen;
        // Something else came in between. All counts are locked now, so this decides on what the others are, and on what the written ones were.
        const others = keysOf(counters).filter((key) => written.every((one) => one.key !== key));
        const before = seen.filter(({ key }) => written.some((one) => one.key === key && !one.made));
        const between = others.length === 0 ? [] : await readCounts(tx, others);
        const places = decide(counters, [...before, ...between], now);
        if (places.verdict !== 'check') throw new NoPlace(places);
        await writeCounts(tx, places.counts);
        return places;
      },
      { keepsPlans: true },
    );
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

/** A statement about some keys, built once for each number of keys. */
function ofSome<Found>(build: (places: readonly number[]) => SQL) {
  const built = new Map<number, (tx: Queryable, values: Record<string, unknown>) => Promise<Found[]>>();
  return (tx: Queryable, count: number, values: Record<string, unknown>): Promise<Found[]> => {
    const run = built.get(count) ?? rowsOnce(build(Array.from({ length: count }, (_, place) => place)));
    built.set(count, run);
    return run(tx, values);
  };
}

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const value = (name: string, place: number) => sql`${sql.placeholder(`${name}${place}`)}`;
const asValues = (keys: readonly string[]) => Object.fromEntries(keys.map((key, place) => [`key${place}`, key]));

// One look-up for each key: for several at once PostgreSQL keeps the plan to read the whole table, which it makes while the table is small.
const selectCounts = ofSome<CountRow>((places) =>
  sql.join(
    places.map((place) => sql`select ${COLUMNS} from rate_limit where key = ${value('key', place)}`),
    sql` union all `,
  ),
);

/** The counts as they are, without locks. A caller that knows the keys early can read them together with other things. */
export const readCounts = (tx: Queryable, keys: readonly string[]): Promise<CountRow[]> =>
  selectCounts(tx, keys.length, asValues(keys));

const TYPES = ['int', 'timestamptz', 'int', 'timestamptz', 'int', 'timestamptz'] as const;
const time = (at: number) => new Date(at).toISOString();

const valuesOf = ({ wrong, windowEndsAt, wrongInDay, dayEndsAt, beingChecked, lastStartedAt }: GuessCount) => [
  wrong,
  time(windowEndsAt),
  wrongInDay,
  time(dayEndsAt),
  beingChecked,
  time(lastStartedAt),
];

/** The values of a count, each with its type, as it may be null. */
const countAt = (name: string, place: number): SQL =>
  list(TYPES.map((type, at) => sql`${value(`${name}${at}of`, place)}::${sql.raw(type)}`));
const asCount = (name: string, place: number, values: readonly unknown[]) =>
  TYPES.map((_, at): [string, unknown] => [`${name}${at}of${place}`, values[at] ?? null]);

const countsFrom = (from: 'next' | 'excluded') =>
  sql.raw(`count = ${from}.count, resets_at = ${from}.resets_at, day_count = ${from}.day_count,
    day_resets_at = ${from}.day_resets_at, being_checked = ${from}.being_checked, last_started_at = ${from}.last_started_at`);

const writeSeen = ofSome<WrittenRow>((places) => {
  const rows = places.map(
    (place) => sql`(${value('key', place)}::text, ${countAt('next', place)}, ${countAt('seen', place)})`,
  );
  return sql`with next (key, count, resets_at, day_count, day_resets_at, being_checked, last_started_at,
      seen, seen_resets_at, seen_day, seen_day_resets_at, seen_checked, seen_started_at) as (values ${list(rows)})
    insert into rate_limit as held (${COLUMNS}) select ${COLUMNS} from next, ${UNHURRIED} order by key collate "C"
    on conflict (key) do update set ${countsFrom('excluded')} where (select seen = held.count and seen_resets_at = held.resets_at
      and seen_day = held.day_count and seen_day_resets_at = held.day_resets_at and seen_checked = held.being_checked
      and seen_started_at = held.last_started_at from next where next.key = held.key)
    returning key, xmax = 0 as made`;
});

/**
 * Writes each count that is still as it was seen, or still missing, and locks them all, whether it writes them or not. Always in the same
 * order, that of `keysOf` whatever the database's language, so that two guesses never deadlock. Returns those that it wrote, and whether they
 * were missing.
 */
function writeIfAsSeen(
  tx: Queryable,
  counts: ReadonlyMap<string, GuessCount>,
  seen: readonly CountRow[],
): Promise<WrittenRow[]> {
  const values = [...counts].flatMap(([key, count], place): [string, unknown][] => {
    const row = seen.find((one) => one.key === key);
    const before = row === undefined ? [] : valuesOf(countOf(row));
    return [[`key${place}`, key], ...asCount('next', place, valuesOf(count)), ...asCount('seen', place, before)];
  });
  return writeSeen(tx, counts.size, Object.fromEntries(values));
}

const updateCounts = ofSome((places) => {
  const rows = places.map((place) => sql`(${value('key', place)}::text, ${countAt('next', place)})`);
  return sql`update rate_limit set ${countsFrom('next')} from (values ${list(rows)})
      as next (key, count, resets_at, day_count, day_resets_at, being_checked, last_started_at)
    where rate_limit.key = next.key`;
});

async function writeCounts(tx: Queryable, counts: ReadonlyMap<string, GuessCount>): Promise<void> {
  const values = [...counts].flatMap(([key, count], place): [string, unknown][] => [
    [`key${place}`, key],
    ...asCount('next', place, valuesOf(count)),
  ]);
  await updateCounts(tx, counts.size, Object.fromEntries(values));
}

const settleOne = (from: SQL) =>
  rowsOnce<
    { wrong: number; key: string },
    never
  >(sql`update rate_limit set count = count + ${sql.placeholder('wrong')}::int,
    day_count = day_count + ${sql.placeholder('wrong')}::int, being_checked = greatest(being_checked - 1, 0) ${from}
    where key = ${sql.placeholder('key')}`);
const settleUnhurried = settleOne(sql`from ${UNHURRIED}`);
const settleWithCaller = settleOne(sql``);

function startedGuess(db: Database, keys: readonly string[]): StartedGuess {
  const settle = async (wrong: number, tx: Queryable | undefined) => {
    // Each count by a statement of its own, in the order of the keys, so that two guesses never deadlock.
    const settleAll = (on: Queryable, one: typeof settleWithCaller) =>
      Promise.all(keys.map((key) => one(on, { wrong, key })));
    // In a transaction of the caller's, the caller decides about the flush.
    await (tx === undefined
      ? db.atOnceAsSystem((own) => settleAll(own, settleUnhurried))
      : settleAll(tx, settleWithCaller));
    waiting.shift()?.();
  };
  return { wrong: (tx) => settle(1, tx), right: (tx) => settle(0, tx) };
}
