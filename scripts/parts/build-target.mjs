import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { contentStamp } from './source-files.mjs';
import { withLock } from './lock-folder.mjs';
import { hasVersion, keepVersion, pointAtVersion, versionFolder } from './build-versions.mjs';
import { inRoot } from './repository.mjs';

// Beside the output, not in it: all of dist/panel is served.
const stampFile = (target) => inRoot(`${target.output}.stamp`);

function isFresh(target, stamp) {
  const isThere = target.entries ? hasVersion(target, stamp) : existsSync(inRoot(target.output));
  try {
    return isThere && readFileSync(stampFile(target), 'utf8') === stamp;
  } catch {
    return false;
  }
}

/**
 * Builds `target.output` when its sources changed since the last build, and gives the folder that has the files. The new files are made
 * beside the old ones and then take their place, so a build that fails or is cut off leaves the last good one, and no start ever reads
 * half a build. A target with entries keeps its builds side by side: what was started from one goes on with it.
 */
async function buildIfStale(target) {
  for (const file of target.required) {
    if (!existsSync(inRoot(file))) throw new Error(`${file} is missing: the ${target.name} cannot be built`);
  }
  const stamp = contentStamp(target.sources);
  const folder = target.entries ? versionFolder(target, stamp) : inRoot(target.output);
  if (isFresh(target, stamp)) return folder;
  await withLock(inRoot('.cache', `build-${target.name}.lock`), {
    onWait: (pid) => process.stderr.write(`Waiting for process ${pid}, which builds the ${target.name} ...\n`),
    work: () => isFresh(target, stamp) || buildInto(target, stamp),
  });
  return folder;
}

async function buildInto(target, stamp) {
  const startedAt = Date.now();
  const output = inRoot(target.output);
  mkdirSync(path.dirname(output), { recursive: true });
  const next = mkdtempSync(`${output}.next-`);
  try {
    if (!target.entries || !hasVersion(target, stamp)) await target.build(next);
    chmodSync(next, 0o755);
    if (target.entries) {
      keepVersion(target, stamp, next);
      pointAtVersion(target, stamp);
    } else {
      rmSync(output, { recursive: true, force: true });
      renameSync(next, output);
    }
    writeFileSync(stampFile(target), stamp);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  process.stderr.write(`Built the ${target.name} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Brings every target up to date, side by side, and gives their folders; waits for all of them before it reports what failed. */
export async function buildStale(...targets) {
  const results = await Promise.allSettled(targets.map(buildIfStale));
  const reasons = results.filter((result) => result.status === 'rejected').map((result) => result.reason.message);
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
  return results.map(({ value }) => value);
}
