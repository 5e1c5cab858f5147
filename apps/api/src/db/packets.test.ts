import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';
import { type Database, openDatabase, type Queryable, rowsOf } from './client.ts';
import { isUniqueViolation } from './database-errors.ts';

let url: string;
const opened: Database[] = [];
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await dropDatabase(url);
});

/** With one connection, so that every transaction finds what the one before left there. */
async function open(isPooled = false): Promise<Database> {
  const options = { dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 1, isPooled };
  const db = await openDatabase(options);
  opened.push(db);
  return db;
}

const numbers = (tx: Queryable, ...queries: SQL[]) =>
  Promise.all(queries.map(async (query) => (await rowsOf<{ n: number }>(tx, query)).map(({ n }) => n)));
const one = (n: number) => sql`select ${n}::int as n`;

test('what a transaction sends in one turn is answered in one packet, and each statement gets its own rows', async () => {
  const db = await open();
  const queries = [one(1), sql`select n from generate_series(1, ${3}) as n`, sql`select 4 as n where ${false}`, one(5)];
  const work = (tx: Queryable) => numbers(tx, ...queries);
  for (let turn = 0; turn < 4; turn += 1) expect(await db.asSystem(work)).toEqual([[1], [1, 2, 3], [], [5]]);
  const connection = await connectionOf(db);
  let answers = 0;
  connection.on('readyForQuery', () => (answers += 1));
  await db.asSystem(work);
  // With the one of COMMIT.
  expect(answers).toBe(2);
  await db.atOnceAsSystem(work);
  expect(answers).toBe(3);
  await db.asSystem(async (tx, commitWith) => {
    await work(tx);
    await commitWith(() => work(tx));
  });
  expect(answers).toBe(5);
});

test.each([false, true])(
  'what is sent with COMMIT is kept together or not at all, also if a value cannot be sent, and then nothing more is sent (pooler: %s)',
  async (isPooled) => {
    const db = await open(isPooled);
    const keep = (tx: Queryable, name: string) =>
      rowsOf(tx, sql`insert into setting (name, value) values (${name}, '1')`);
    const names = () => rowsOf(db.global, sql`select name from setting where name like 'last-%' order by name`);
    for (let turn = 0; turn < 4; turn += 1) {
      const name = `last-${turn}`;
      const keepAll = (...wrong: string[]) =>
        db.asSystem(async (tx, commitWith) => {
          await keep(tx, `${name}-first`);
          await commitWith(() => Promise.all([keep(tx, `${name}-second`), ...wrong.map((one) => keep(tx, one))]));
          await keep(tx, `${name}-late`);
        });
      const before = await names();
      await expect(keepAll(`${name}-first`)).rejects.toSatisfy(isUniqueViolation);
      const unsendable = { toPostgres: () => refuseToBeSent() } as unknown as string;
      await expect(keepAll(unsendable)).rejects.toMatchObject({ cause: { message: 'not a value' } });
      expect(await names()).toEqual(before);
      await expect(keepAll()).rejects.toMatchObject({
        cause: { message: expect.stringContaining('too late') as string },
      });
      expect(await names()).toEqual([...before, { name: `${name}-first` }, { name: `${name}-second` }]);
    }
    await rowsOf(db.global, sql`delete from setting where name like 'last-%'`);
  },
);

function refuseToBeSent(): never {
  throw new TypeError('not a value');
}

test.each([false, true])(
  'after a statement that fails the others of its packet are refused for its sake, and nothing of them is left (pooler: %s)',
  async (isPooled) => {
    const db = await open(isPooled);
    const keep = (tx: Queryable, name: string) =>
      rowsOf(tx, sql`insert into setting (name, value) values (${name}, '1')`);
    await db.asSystem((tx) => keep(tx, 'twice'));
    for (const run of [db.asSystem, db.atOnceAsSystem])
      for (let turn = 0; turn < 4; turn += 1) {
        const settled = run((tx) =>
          Promise.allSettled([
            keep(tx, 'half'),
            keep(tx, 'twice'),
            // Never parsed, so a later packet must not rely on its name.
            ...Array.from({ length: 4 }, () => rowsOf(tx, sql`select ${turn}::int + 1 as later`)),
          ]).then((all) => {
            const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
            expect(refused.map(isUniqueViolation)).toEqual(Array(5).fill(true));
            throw new Error('seen');
          }),
        );
        await expect(settled).rejects.toThrow('seen');
        expect(await rowsOf(db.global, sql`select from setting where name = 'half'`)).toEqual([]);
      }
    expect(await db.asSystem((tx) => rowsOf(tx, sql`select ${7}::int + 1 as later`))).toEqual([{ later: 8 }]);
    await rowsOf(db.global, sql`delete from setting where name = 'twice'`);
  },
);

test('a value that cannot be sent refuses its own statement alone', async () => {
  const db = await open();
  const unsendable = {
    toPostgres: () => {
      throw new TypeError('not a value');
    },
  };
  const done = await db.asSystem(async (tx) => {
    const [refused, first, second] = await Promise.allSettled([
      rowsOf(tx, sql`select ${unsendable}`),
      numbers(tx, one(1)),
      numbers(tx, one(2)),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { cause: { message: 'not a value' } } });
    return [first, second];
  });
  expect(done).toMatchObject([{ value: [[1]] }, { value: [[2]] }]);
});

/** pg's own connection of a query. */
async function connectionOf(db: Database) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await rowsOf(db.global, sql`select 1`);
  const [client] = query.mock.contexts as unknown as { connection: NodeJS.EventEmitter }[];
  query.mockRestore();
  if (client === undefined) throw new Error('Nothing was asked.');
  return client.connection;
}
