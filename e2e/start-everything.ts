import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startPostern } from './server/start-postern.ts';

const BUILD = path.resolve(import.meta.dirname, '../scripts/build.mjs');

/** Where the workers of the run find the server. */
export const PLACE_OF_SERVER = 'E2E_SERVER';

/** The journeys run against what is built, which costs nothing when it is up to date, and against one server that they share. */
export default async function startEverything(): Promise<() => Promise<void>> {
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
  const { place, end } = await startPostern();
  process.env[PLACE_OF_SERVER] = JSON.stringify(place);
  return end;
}
