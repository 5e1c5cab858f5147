import type pg from 'pg';

const LOOK_EVERY_MILLIS = 1_000;
const ASK_EVERY_LOOKS = 10;
/** More than this between the machine's two clocks means that one of them was set, or that the machine slept. */
const DRIFT_MILLIS = 500;

/** The database's clock, read without asking the database each time. */
export type DatabaseClock = { nowMillis(): number; close(): void };

type Pool = Pick<pg.Pool, 'query' | 'on'>;

/**
 * Measures by how much the database's clock differs from this process's monotonic one, which nobody can set, and goes by that. It measures
 * now, every ten seconds, and within a second after the machine's clock was set, the machine slept or a new connection was made, possibly
 * to another server. While the database is away the last measurement holds. ADR 71.
 */
export async function followDatabaseClock(pool: Pool): Promise<DatabaseClock> {
  // Between `Date` and `performance`, at the last look.
  let drift = driftNow();
  let base = (await measure(pool)).base;
  let looks = 0;
  let isDue = false;
  let isAsking = false;
  pool.on('connect', () => {
    isDue = true;
  });
  const ask = async () => {
    isDue = false;
    isAsking = true;
    try {
      const { base: measured, uncertainty } = await measure(pool);
      // A slow answer says little, and must not move the clock back and forth.
      if (Math.abs(measured - base) > uncertainty) base = measured;
    } catch {
      isDue = true;
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => {
    const now = driftNow();
    looks += 1;
    if (Math.abs(now - drift) > DRIFT_MILLIS) isDue = true;
    drift = now;
    if ((isDue || looks % ASK_EVERY_LOOKS === 0) && !isAsking) void ask();
  }, LOOK_EVERY_MILLIS);
  timer.unref();
  return { nowMillis: () => base + performance.now(), close: () => clearInterval(timer) };
}

const driftNow = (): number => Date.now() - performance.now();

/** What to add to `performance.now()`, and by how much that may be wrong, in milliseconds. */
async function measure(pool: Pool): Promise<{ base: number; uncertainty: number }> {
  const before = performance.now();
  const { rows } = await pool.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  const after = performance.now();
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not tell its time.');
  return { base: row.now - (before + after) / 2, uncertainty: (after - before) / 2 };
}
