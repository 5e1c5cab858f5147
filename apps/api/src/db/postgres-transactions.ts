import type pg from 'pg';
import { failedAtDatabase, isConnectionSpent } from './database-errors.ts';
import { NamingClient, type StatementNames } from './named-statements.ts';
import { corkUntilNextTick } from './send-in-one-packet.ts';
import { type Entry, type NamedQuery, readOn } from './tenant-read.ts';

export const TENANT = 'postern_tenant';
export const SYSTEM = 'postern_system';
type Role = typeof TENANT | typeof SYSTEM;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Role and tenant in one message, so that isolation costs one round trip per transaction. */
export function enter(role: Role, customerId: string | null): string {
  if (customerId !== null && !UUID.test(customerId)) throw new Error('A customer id must be a UUID.');
  return `SET LOCAL ROLE ${role}; SET LOCAL app.customer_id = '${customerId ?? ''}'`;
}

/**
 * The same for a transaction that only reads. Its statements keep the plan that fits any values: their indexes do, and PostgreSQL would
 * plan a page anew each time, as it guesses how many rows a limit lets through, which takes as long as reading the page.
 */
export const entryForReading = (limits: Record<string, number> | null): Entry => {
  const settings = { role: TENANT, plan_cache_mode: 'force_generic_plan', ...limits };
  const set = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return {
    ...(limits === null ? { name: 'enter-tenant' } : {}),
    text: `select ${set.join(', ')}, set_config('app.customer_id', $1, true)`,
  };
};

/** The ways to run a transaction on PostgreSQL. `handleOn` makes the handle that the work uses. */
export function transactionsOn<Tx>(pool: pg.Pool, names: StatementNames, handleOn: (client: NamingClient) => Tx) {
  const run = async <T>(role: Role, entry: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch(failedAtDatabase);
    const naming = new NamingClient(client, client, names, role);
    let broken: Error | undefined;
    try {
      // Sent with the first query of the work. If the role can't be taken, the transaction is aborted and refuses everything that follows.
      corkUntilNextTick(client);
      const entered = client.query(`BEGIN; ${entry}`).catch(failedAtDatabase);
      entered.catch(() => {});
      // Part of a failed work may still send statements: never on a connection that someone else uses by then.
      const result = await work(handleOn(naming)).finally(() => naming.end());
      await entered;
      await client.query('COMMIT').catch(failedAtDatabase);
      return result;
    } catch (error) {
      if (isConnectionSpent(error)) broken = new Error('The connection is spent.', { cause: error });
      else
        await client.query('ROLLBACK').catch((cause: Error) => {
          broken = cause;
        });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const runAtOnce = async <T>(role: Role, entry: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch(failedAtDatabase);
    const naming = new NamingClient(client, client, names, role);
    const committed = new Promise<pg.QueryResult>((resolve, reject) => {
      // By the next tick the work has sent everything, so COMMIT goes with it. This must be registered before the uncorking.
      process.nextTick(() => {
        naming.end();
        client.query('COMMIT').catch(failedAtDatabase).then(resolve, reject);
      });
    });
    corkUntilNextTick(client);
    const entered = client.query(`BEGIN; ${entry}`).catch(failedAtDatabase);
    const [, outcome, end] = await Promise.allSettled([entered, work(handleOn(naming)), committed]);
    const isSpent = outcome.status === 'rejected' && isConnectionSpent(outcome.reason);
    client.release(
      end.status === 'rejected' ? new Error('A transaction was left open.', { cause: end.reason }) : isSpent,
    );
    if (outcome.status === 'rejected') throw outcome.reason;
    if (end.status === 'rejected') throw end.reason;
    if (end.value.command !== 'COMMIT') throw new Error('A transaction was rolled back.');
    return outcome.value;
  };
  const read = async <Row>(entry: Entry, customerId: string, query: NamedQuery): Promise<Row[]> => {
    if (!UUID.test(customerId)) throw new Error('A customer id must be a UUID.');
    const client = await pool.connect().catch(failedAtDatabase);
    let isSpent = false;
    try {
      return await readOn<Row>(client, entry, customerId, query).catch(failedAtDatabase);
    } catch (error) {
      isSpent = isConnectionSpent(error);
      throw error;
    } finally {
      client.release(isSpent);
    }
  };
  return { run, runAtOnce, read };
}
