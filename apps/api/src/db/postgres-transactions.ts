import type pg from 'pg';
import { failedAtDatabase, isConnectionSpent } from './database-errors.ts';
import { NamingClient, type StatementNames } from './named-statements.ts';
import { Packets, type Statement } from './packets.ts';

export const TENANT = 'postern_tenant';
export const SYSTEM = 'postern_system';
type Role = typeof TENANT | typeof SYSTEM;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function assertId(customerId: string | null): void {
  if (customerId !== null && !UUID.test(customerId)) throw new Error('A customer id must be a UUID.');
}

/** Role and tenant in one message, for a transaction that has begun. */
export function enter(role: Role, customerId: string | null): string {
  assertId(customerId);
  return `SET LOCAL ROLE ${role}; SET LOCAL app.customer_id = '${customerId ?? ''}'`;
}

type Settings = Record<string, string | number>;

/**
 * Transactions of one packet keep the plans that fit any values: their indexes do. PostgreSQL would plan most of their statements anew each
 * time, as it guesses how many rows a limit or a join lets through, which takes longer than running them.
 */
const KEEPING_PLANS: Settings = { plan_cache_mode: 'force_generic_plan' };

/**
 * The statements that enter role and tenant until the end of a transaction, sent together with the first ones of its work.
 * @param limits of each transaction; null where the connection has them, and keeps its prepared statements
 */
export function entriesOf(limits: Settings | null) {
  const entry = (name: string, settings: Settings) => {
    const set = Object.entries({ ...settings, ...limits }).map(
      ([key, value]) => `set_config('${key}', '${value}', true)`,
    );
    const text = `select ${set.join(', ')}, set_config('app.customer_id', $1, true)`;
    return (customerId: string | null): Statement => {
      assertId(customerId);
      return { ...(limits === null && { name }), text, values: [customerId ?? ''] };
    };
  };
  return {
    tenant: entry('enter-tenant', { role: TENANT }),
    system: entry('enter-system', { role: SYSTEM }),
    tenantKeepingPlans: entry('enter-tenant-keeping-plans', { role: TENANT, ...KEEPING_PLANS }),
    systemKeepingPlans: entry('enter-system-keeping-plans', { role: SYSTEM, ...KEEPING_PLANS }),
  };
}

/** The end of a transaction that is sent together with its last statements. */
function endingOf(packets: Packets, naming: NamingClient, commit: Statement) {
  let isCommitted = false;
  const commitWith = async <Last>(send: () => Promise<Last>): Promise<Last> => {
    let isRefused = false;
    const committed = new Promise<void>((resolve, reject) => {
      // By the next tick everything is added, or refused without being sent. This must be registered before the packet's own sending.
      process.nextTick(() => {
        naming.end();
        if (isRefused) return resolve();
        // After an error in what was sent before it, PostgreSQL skips this too.
        packets.add(commit).then(() => {
          isCommitted = true;
          resolve();
        }, reject);
        packets.send().catch(() => {});
      });
    });
    const last = (async () => send())();
    last.catch(() => {
      isRefused = true;
    });
    const ended = committed.catch(failedAtDatabase);
    ended.catch(() => {});
    // A statement that failed says why; COMMIT would only say that one did.
    const answer = await last;
    await ended;
    return answer;
  };
  return { commitWith, isCommitted: () => isCommitted };
}

type Work<Tx, T> = (tx: Tx, commitWith: <Last>(send: () => Promise<Last>) => Promise<Last>) => Promise<T>;

const plain = (name: string, isPooled: boolean): Statement => ({
  ...(isPooled ? {} : { name }),
  text: name.toUpperCase(),
  values: [],
});

/** The ways to run a transaction on PostgreSQL. `handleOn` makes the handle that the work uses. */
export function transactionsOn<Tx>(
  pool: pg.Pool,
  { names, isPooled }: { names: StatementNames; isPooled: boolean },
  handleOn: (client: NamingClient) => Tx,
) {
  const [begin, commit] = [plain('begin', isPooled), plain('commit', isPooled)];
  const run = async <T>(role: Role, entry: Statement, work: Work<Tx, T>): Promise<T> => {
    const client = await pool.connect().catch(failedAtDatabase);
    const packets = new Packets(client);
    const naming = new NamingClient((statement) => packets.add(statement), names, role);
    let broken: Error | undefined;
    try {
      // Sent with the first query of the work. If the role can't be taken, PostgreSQL refuses everything that follows.
      const entered = Promise.all([packets.add(begin), packets.add(entry)]).catch(failedAtDatabase);
      entered.catch(() => {});
      const ending = endingOf(packets, naming, commit);
      // Part of a failed work may still send statements: never on a connection that someone else uses by then.
      const result = await work(handleOn(naming), ending.commitWith).finally(() => naming.end());
      packets.send().catch(() => {});
      await entered;
      if (!ending.isCommitted()) await client.query('COMMIT').catch(failedAtDatabase);
      return result;
    } catch (error) {
      packets.send().catch(() => {});
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
  const runAtOnce = async <T>(role: Role, entry: Statement, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch(failedAtDatabase);
    const packets = new Packets(client);
    const naming = new NamingClient((statement) => packets.add(statement), names, role);
    const committed = new Promise<void>((resolve, reject) => {
      // By the next tick the work has added everything. This must be registered before the packet's own sending.
      process.nextTick(() => {
        naming.end();
        packets.send().catch(failedAtDatabase).then(resolve, reject);
      });
    });
    const entered = packets.add(entry);
    const [, outcome, end] = await Promise.allSettled([entered, work(handleOn(naming)), committed]);
    const failures = [outcome, end].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    client.release(failures.some(isConnectionSpent));
    if (outcome.status === 'rejected') throw outcome.reason;
    if (end.status === 'rejected') throw new Error('A transaction was rolled back.', { cause: end.reason });
    return outcome.value;
  };
  const read = async <Row>(entry: Statement, query: Statement): Promise<Row[]> => {
    const client = await pool.connect().catch(failedAtDatabase);
    let isSpent = false;
    try {
      const packets = new Packets(client);
      const [, { rows }] = await Promise.all([packets.add(entry), packets.add(query), packets.send()]).catch(
        failedAtDatabase,
      );
      return rows as Row[];
    } catch (error) {
      isSpent = isConnectionSpent(error);
      throw error;
    } finally {
      client.release(isSpent);
    }
  };
  return { run, runAtOnce, read };
}
