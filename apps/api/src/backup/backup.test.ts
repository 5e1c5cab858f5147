import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { aPlace, backUpAndRestore } from '../testing/back-up-and-restore.ts';
import { runCli } from '../testing/start-server.ts';
import { runSystemTool } from './backup-file.ts';

test('a backup of the running server on PostgreSQL restores the people, mail and payments of that moment elsewhere [PAY-03]', async () => {
  await backUpAndRestore('PostgreSQL');
}, 180_000);

test('restoring a file that is not a backup changes nothing', async () => {
  const place = await aPlace('embedded');
  await expect(runCli(place, 'restore', import.meta.filename)).rejects.toThrow('NOT_A_BACKUP');
  expect(existsSync(path.join(place.dataDir, 'database'))).toBe(false);
});

test('a tool that hangs is killed, and the backup reports it', async () => {
  const hanging = runSystemTool('sleep', ['600'], {}, 20);
  await expect(hanging).rejects.toThrow('sleep failed (it took too long)');
});
