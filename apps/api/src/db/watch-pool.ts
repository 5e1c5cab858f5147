import type pg from 'pg';

/** How many connections a pool has, and how many transactions wait for one. */
export type PoolState = { inUse: number; idle: number; waiting: number; most: number };

/** Reads the state of a pool. */
export const stateOf = (pool: pg.Pool, most: number): PoolState => ({
  inUse: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
  most,
});

type Connect = (done?: (error: Error | undefined, ...rest: unknown[]) => void) => Promise<pg.PoolClient> | undefined;

/**
 * Tells `onWait` for each transaction how long it took to get a connection, or until it was clear that there is none. The pool's own
 * promise is handed on, because statements of one turn of the event loop leave together, which one more step would break.
 */
export function watchPool(pool: pg.Pool, onWait: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as unknown as Connect;
  const watched: Connect = (done) => {
    const began = performance.now();
    const end = () => onWait((performance.now() - began) / 1000);
    if (done !== undefined)
      return connect((...answer) => {
        end();
        done(...answer);
      });
    const connecting = connect();
    void connecting?.then(end, end);
    return connecting;
  };
  pool.connect = watched as unknown as typeof pool.connect;
}
