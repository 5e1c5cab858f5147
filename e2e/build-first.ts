import { spawnSync } from 'node:child_process';
import path from 'node:path';

const BUILD = path.resolve(import.meta.dirname, '../scripts/build.mjs');

/** The journeys run against what is built: brought up to date first, which costs nothing when it is. */
export default function buildFirst(): void {
  const { status, stderr } = spawnSync(process.execPath, [BUILD], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed:\n${stderr}`);
}
