import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { makeDataFolder, startPostern } from './server/start-postern.ts';

const BUILD = path.resolve(import.meta.dirname, '../scripts/build.mjs');

/** The environment variable that tells the workers where the server is. */
export const SERVER_LOCATION = 'E2E_SERVER';

/** And the data folder that servers with settings of their own start on. */
export const DATA_FOLDER = 'E2E_DATA_FOLDER';

/** Builds what has changed, and starts the server that all journeys share. */
export default async function startEverything(): Promise<() => Promise<void>> {
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  const made = await makeDataFolder();
  process.env[DATA_FOLDER] = made.dataDir;
  const { location, end } = await startPostern({}, made.dataDir);
  process.env[SERVER_LOCATION] = JSON.stringify(location);
  return async () => {
    await end();
    await made.remove();
  };
}
