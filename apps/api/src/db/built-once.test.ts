import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';
import { builtOnce, insertInto, rowsOnce } from './built-once.ts';
import { type Database, openDatabase, type Queryable } from './client.ts';
import { isUniqueViolation } from './database-errors.ts';
import { runningProcess } from './tables.ts';

let url: string;
let db: Database;
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'), inject('postgresTemplate') ?? undefined);
  db = await openDatabase({ dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 16 });
});
afterAll(async () => {
  await db?.close();
  await dropDatabase(url);
});

const insert = insertInto(runningProcess);
const find = builtOnce<{ version: string }, (typeof runningProcess.$inferSelect)[]>((tx) =>
  tx
    .select()
    .from(runningProcess)
    .where(eq(runningProcess.version, sql.placeholder('version'))),
);
const aProcess = (version: string, madeAt: Date | null) => ({
  ...{ processId: crypto.randomUUID(), version, schema: 1, madeAt, page: null },
  seenAt: new Date('2026-01-01T12:00:00.123Z'),
});

test('a query that is built once takes its own values each time, and gives back what was written, also nothing', async () => {
  const rows = [aProcess('one', null), aProcess('two', new Date('2026-02-03T04:05:06.789Z'))];
  for (const row of rows) await insert(db.global, [row]);
  await insert(db.global, [aProcess('three', null), aProcess('three', null)]);
  const found = await Promise.all(['one', 'two'].map((version) => find(db.global, { version })));
  expect(found.flat()).toEqual(rows);
  expect(await find(db.global, { version: 'three' })).toHaveLength(2);
});

test('it belongs to the transaction that it is run in, however many run at once', async () => {
  const turn = (number: number) =>
    db.asSystem(async (tx) => {
      const version = `turn-${number}`;
      await insert(tx, [aProcess(version, null)]);
      const seen = [(await find(tx, { version })).length, (await find(db.global, { version })).length];
      if (number % 2 === 0) throw new Error(`undone, after it saw ${seen.join(' and ')}`);
      return seen;
    });
  const turns = await Promise.allSettled(Array.from({ length: 8 }, (_, number) => turn(number)));
  const undone = { status: 'rejected', reason: new Error('undone, after it saw 1 and 0') };
  expect(turns).toEqual(turns.map((_, number) => (number % 2 === 0 ? undone : { status: 'fulfilled', value: [1, 0] })));
  const left = turns.map(async (_, number) => (await find(db.global, { version: `turn-${number}` })).length);
  expect(await Promise.all(left)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
});

test('it reads what drizzle reads: objects of joins, one that is left out, expressions, and text with rows of its own', async () => {
  const version = 'joined';
  const rows = [aProcess(version, new Date('2026-03-04T05:06:07.891Z')), aProcess(version, null)];
  await insert(db.global, rows);
  const twin = alias(runningProcess, 'twin');
  const joined = (tx: Queryable) =>
    tx
      .select({
        own: runningProcess,
        twin: { madeAt: twin.madeAt, version: twin.version },
        known: sql<boolean>`${twin.processId} is not null`.as('known'),
      })
      .from(runningProcess)
      .leftJoin(twin, eq(twin.madeAt, runningProcess.madeAt))
      .where(eq(runningProcess.version, sql.placeholder('version')))
      .orderBy(runningProcess.madeAt);
  const expected = await joined(db.global).execute({ version } as never);
  expect(expected.map(({ twin: one, known }) => [one === null, known])).toEqual([
    [false, true],
    [true, false],
  ]);
  const inside = (tx: Queryable) =>
    tx
      .select()
      .from(runningProcess)
      .innerJoin(twin, eq(twin.processId, runningProcess.processId))
      .where(eq(runningProcess.version, sql.placeholder('version')))
      .orderBy(runningProcess.madeAt);
  expect(await builtOnce(joined as never)(db.global, { version })).toEqual(expected);
  expect(await builtOnce(inside as never)(db.global, { version })).toEqual(
    await inside(db.global).execute({ version } as never),
  );
  const count = rowsOnce<{ version: string }, { found: number }>(
    sql`select count(*)::int as found from running_process where version = ${sql.placeholder('version')}`,
  );
  expect(await db.asSystem((tx) => count(tx, { version }))).toEqual([{ found: 2 }]);
});

test('its errors are those of drizzle, and a value that was left out is refused', async () => {
  const row = aProcess('twice', null);
  await insert(db.global, [row]);
  const again = insert(db.global, [row]);
  await expect(again).rejects.toMatchObject({ query: expect.stringContaining('insert into') as string });
  expect(isUniqueViolation(await again.catch((error: unknown) => error))).toBe(true);
  await expect(find(db.global, {} as never)).rejects.toThrow('"version"');
});
