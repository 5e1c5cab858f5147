import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureZone } from '../features/dns/public.ts';
import { newId } from '../runtime/ids.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { copyEmbeddedDatabase } from '../testing/embedded-template.ts';
import { holdPublishing } from '../testing/hold-publishing.ts';
import { spawnServer, startServer } from '../testing/start-server.ts';
import { openDatabase } from './client.ts';
import { lockDataFolder } from './data-folder-lock.ts';

/** Creates the folder's database, with a zone that nobody has published yet. */
async function aFolderWithZone(dir: string, zoneName: string): Promise<void> {
  await copyEmbeddedDatabase(dir);
  const options = { dataDir: dir, url: null, migrationsFolder: LOCATIONS.migrations, poolSize: 1 };
  const db = await openDatabase(options);
  const now = new Date();
  const place = { customerId: newId(now), bundleId: newId(now) };
  await db.asTenant(place.customerId, (tx) => ensureZone(tx, place, zoneName, now));
  await db.close();
}

test("a second server on a data folder refuses to start with a plain sentence; after the first one's crash the next one starts, and publishes at once what that one was publishing [DNS-02]", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'postern-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await aFolderWithZone(dir, 'kept.test');
  const nameServer = await holdPublishing();
  onTestFinished(nameServer.stop);
  const wish = { dataDir: dir, env: nameServer.env };
  const first = await startServer(wish);
  onTestFinished(async () => void (await first.end()));
  const second = await spawnServer({ dataDir: dir, port: 0 });
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.output().trim()).toBe(
    `Postern can't start: Another Postern (process ${first.pid}) is using the data folder ${dir}. Stop it first, or set POSTERN_DATA_DIR to another folder.`,
  );
  expect((await fetch(`${first.baseUrl}/readyz`)).status).toBe(200);
  await nameServer.isGiven('kept.test', 1);
  await first.end('SIGKILL');
  const given = nameServer.given('kept.test');
  const third = await startServer(wish);
  await nameServer.isGiven('kept.test', given + 1);
  await nameServer.stop();
  expect(await third.end('SIGTERM')).toEqual({ code: 0, signal: null });
  lockDataFolder(dir).release();
});
