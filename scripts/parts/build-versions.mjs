import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

/** How many builds are kept, so that a running server or test run keeps the one it was started from. */
const KEPT_BUILDS = 8;

const VERSION = /^[0-9a-f]{16}$/;

/** A build's own folder, named after the hash of its sources. */
export const versionFolder = (target, stamp) => inRoot(target.output, stamp.slice(0, 16));

/** Whether this build exists. Marks it as used. */
export function hasVersion(target, stamp) {
  const folder = versionFolder(target, stamp);
  if (!existsSync(folder)) return false;
  const now = new Date();
  utimesSync(folder, now, now);
  return true;
}

/** Moves new files to their folder with one rename, and deletes the builds that were used least recently. */
export function keepVersion(target, stamp, made) {
  const output = inRoot(target.output);
  mkdirSync(output, { recursive: true });
  if (!hasVersion(target, stamp)) renameSync(made, versionFolder(target, stamp));
  const builds = readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && VERSION.test(entry.name))
    .map(({ name }) => ({ folder: path.join(output, name), usedAt: statSync(path.join(output, name)).mtimeMs }))
    .sort((one, other) => other.usedAt - one.usedAt);
  for (const { folder } of builds.slice(KEPT_BUILDS)) rmSync(folder, { recursive: true, force: true });
}

/** Points `output/ENTRY.mjs` at this build. Each file is replaced atomically, so that none is ever missing or half-written. */
export function pointAtVersion(target, stamp) {
  const output = inRoot(target.output);
  const name = path.basename(versionFolder(target, stamp));
  for (const entry of target.entries) {
    const next = path.join(output, `${entry}.mjs.next`);
    writeFileSync(next, `import './${name}/${entry}.mjs';\n`);
    renameSync(next, path.join(output, `${entry}.mjs`));
  }
}
