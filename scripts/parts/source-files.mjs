import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'testing']);
const isTest = (name) => /\.(test|spec)\.tsx?$/.test(name);

function listFiles(relativePath, isWanted) {
  let entries;
  try {
    entries = readdirSync(inRoot(relativePath), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [relativePath];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => (entry.isDirectory() ? !SKIPPED_FOLDERS.has(entry.name) : isWanted(entry.name)))
    .map((entry) => path.join(relativePath, entry.name))
    .sort()
    .flatMap((file) => listFiles(file, isWanted));
}

/** All files below a path of the repository that can end up in a build, sorted; none for a missing path. */
const listSources = (relativePath) => listFiles(relativePath, (name) => !isTest(name));

/** All test files below a path of the repository, sorted. */
export const listTestFiles = (relativePath) => listFiles(relativePath, isTest);

/** Hash of names and contents, so that changed dates alone don't cause a build. */
export function contentStamp(relativePaths) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  for (const file of relativePaths.flatMap(listSources)) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}
