import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../db/client.ts';
import { LOCATIONS } from '../runtime/locations.ts';

/** As pglite.ts names it. */
const DATABASE = 'database';
/** The runner gives each run a temporary folder of its own. */
const TEMPLATE = path.join(tmpdir(), 'postern-embedded-template');

/**
 * Gives a data folder a new embedded database, unless it has one: a copy of the run's first one. Copying takes a tenth of a second, and
 * creating and migrating one takes five of a processor. The journeys start their server without it.
 */
export async function copyEmbeddedDatabase(dataDir: string): Promise<void> {
  if (existsSync(path.join(dataDir, DATABASE))) return;
  if (!existsSync(TEMPLATE)) await makeTemplate();
  cpSync(path.join(TEMPLATE, DATABASE), path.join(dataDir, DATABASE), { recursive: true });
}

/** The other worker may make one at the same time: the first to finish has its place, as a rename takes no folder's place that has files. */
async function makeTemplate(): Promise<void> {
  const dataDir = mkdtempSync(`${TEMPLATE}-`);
  const db = await openDatabase({ dataDir, url: null, migrationsFolder: LOCATIONS.migrations, poolSize: 1 });
  await db.close();
  try {
    renameSync(dataDir, TEMPLATE);
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    if (!existsSync(TEMPLATE)) throw error;
  }
}
