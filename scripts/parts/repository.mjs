import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. Every script works from here, wherever it was called from. */
export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

/** A path inside the repository. */
export const inRoot = (...parts) => path.join(root, ...parts);

/** The JavaScript entry file of a tool, to run it on the pinned Node without a shell or PATH. */
export const tool = (file) => inRoot('node_modules', file);

const PINNED_MAJOR = 24;

/** The Node that package-lock.json pins, or the running one if there is no binary for the platform. */
export function pinnedNode() {
  const pinned = inRoot('node_modules/.bin/node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath;
  throw new Error(
    `Node ${PINNED_MAJOR} is needed and the packages are not installed; run: node scripts/bootstrap.mjs ` +
      `(no Node is shipped for ${process.platform} ${process.arch}? Then install Node ${PINNED_MAJOR} yourself)`,
  );
}

/** PATH without this repository's binaries, which `npm ci` deletes while it runs. */
export function pathWithoutRepository() {
  const own = (folder) => folder === root || folder.startsWith(root + path.sep);
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => folder && !own(folder))
    .join(path.delimiter);
}

/** Environment of the test runners and everything they start: Node caches compiled code here, and only compiles what has changed. */
export const compileCache = { NODE_COMPILE_CACHE: inRoot('.cache', 'compiled') };
