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

// Next to the output folder and not in it, as all of dist/panel is served.
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
 * Builds `target.output` if its sources have changed since the last build, and returns the folder with the files. The new files are
 * written next to the old ones and then replace them, so a failed build leaves the last good one, and no start reads half a build. A
 * target with entries keeps several builds, so that a running process keeps its own.
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

/** Brings all targets up to date in parallel and returns their folders. Waits for all of them before it reports failures. */
export async function buildStale(...targets) {
  const results = await Promise.allSettled(targets.map(buildIfStale));
  const reasons = results.filter((result) => result.status === 'rejected').map((result) => result.reason.message);
  if (reasons.length > 0) throw new Error(reasons.join('\n'));
  return results.map(({ value }) => value);
}
