import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { pollUntil } from './poll-until.ts';
import { startPostgres } from './postgres.ts';
import { spawnProcess } from './spawn-process.ts';
import { createTemplate, TEMPLATE_DATABASE } from './test-database.ts';

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

test("databases created at once from the template have its rows, and don't see each other's changes", async () => {
  const cluster = await startPostgres();
  onTestFinished(cluster.stop);
  await createTemplate(cluster.url, async (url) => {
    await query(url, 'CREATE TABLE thing AS SELECT 1 AS id');
  });
  const urls = await Promise.all([1, 2, 3].map(() => cluster.createDatabase(TEMPLATE_DATABASE)));
  await query(urls[0] ?? '', 'INSERT INTO thing VALUES (2)');
  const counts = await Promise.all(
    urls.map((url) => query<{ n: number }>(url, 'SELECT count(*)::int AS n FROM thing')),
  );
  expect(counts.map((rows) => rows[0]?.n)).toEqual([2, 1, 1]);
  await cluster.dropDatabase(urls[0] ?? '');
  await expect(query(urls[0] ?? '', 'SELECT 1')).rejects.toThrow('does not exist');
});

test('stopping the server leaves no process and no folder', async () => {
  const cluster = await startPostgres();
  const [row] = await query<{ pid: number }>(cluster.url, 'SELECT pg_backend_pid() AS pid');
  expect(existsSync(cluster.socketFolder)).toBe(true);
  await cluster.stop();
  expect(isGone(row?.pid ?? 0)).toBe(true);
  expect(existsSync(cluster.socketFolder)).toBe(false);
});

test('a test run that is killed takes its server and the folder with it', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    import { startPostgres } from '${new URL('./postgres.ts', import.meta.url).href}';
    const cluster = await startPostgres();
    const pid = readFileSync(cluster.socketFolder + '/../data/postmaster.pid', 'utf8').split('\\n')[0];
    console.log('READY ' + pid + ' ' + cluster.socketFolder);
    setInterval(() => {}, 1000);`;
  const run = await spawnProcess({
    command: process.execPath,
    args: ['--input-type=module', '-e', program],
    ready: { line: /^READY / },
    endWith: onTestFinished,
  });
  const [, pid = '', folder = ''] = /READY (\d+) (\S+)/.exec(run.output()) ?? [];
  expect(isGone(Number(pid))).toBe(false);
  await run.end('SIGKILL');
  const nothingLeft = () => isGone(Number(pid)) && !existsSync(folder);
  await pollUntil(nothingLeft, { timeoutMs: 10_000, onTimeout: () => `process ${pid} or ${folder} is left` });
});
