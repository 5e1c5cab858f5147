import { createDatabase, dropDatabase } from '@postern/testkit/test-database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startSweep } from '../jobs/sweeps.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { type Database, openDatabase } from './client.ts';

let url: string;
let processes: Database[];
beforeAll(async () => {
  url = await createDatabase(inject('postgresUrl'));
  const wish = { dataDir: '', url, migrationsFolder: LOCATIONS.migrations, poolSize: 2 };
  processes = [await openDatabase(wish), await openDatabase(wish)];
});
afterAll(async () => {
  for (const db of processes ?? []) await db.close();
  await dropDatabase(url);
});

test('a sweep that looks once a day runs at once in each process when one says so, and the run that lasts hears it', async () => {
  const [here, there] = processes as [Database, Database];
  const heard: string[] = [];
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const sweeps = [here, there].map((db, at) => {
    let runs = 0;
    const sweep = startSweep('due', 86_400_000, pino({ level: 'silent' }), async (_stopping, bell) => {
      runs += 1;
      heard.push(`process ${at} runs`);
      if (runs === 1) return;
      bell.onRing(() => heard.push(`process ${at} hears`));
      await isOver;
    });
    db.onWake((name) => name === 'due' && sweep.wake());
    return sweep;
  });
  const count = (line: string) => heard.filter((one) => one === line).length;
  // The connections that hear are there with the number that is locked on them.
  await Promise.all([here.processNumber(), there.processNumber()]);
  here.wake('another');
  here.wake('due');
  await expect.poll(() => [count('process 0 runs'), count('process 1 runs')]).toEqual([2, 2]);
  there.wake('due');
  await expect.poll(() => Math.min(count('process 0 hears'), count('process 1 hears'))).toBeGreaterThan(0);
  expect([count('process 0 runs'), count('process 1 runs')]).toEqual([2, 2]);
  end();
  for (const sweep of sweeps) await sweep.stop();
});
