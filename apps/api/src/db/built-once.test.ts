import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';
import { builtOnce, insertInto } from './built-once.ts';
import { type Database, openDatabase } from './client.ts';
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
