import { type Dirent, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds the package.json of the whole repository. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

/** The folders with source code. Built, downloaded or generated files are elsewhere. */
const SOURCE_FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'deploy'];
const SKIPPED = new Set(['node_modules', 'dist', 'migrations', 'gallery', 'test-results', '.data', '.cache']);

function listFolder(relative: string): Dirent[] {
  try {
    return readdirSync(path.join(root, relative), { withFileTypes: true });
  } catch {
    return [];
  }
}

const listBelow = (relative: string): string[] =>
  listFolder(relative)
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? listBelow(path.join(relative, entry.name)) : [path.join(relative, entry.name)],
    );

/** Every file of the source folders, as paths from the root. */
export const listSourceFiles = (): string[] => SOURCE_FOLDERS.flatMap(listBelow);

/** The path of an installed command. */
export const command = (name: string): string => path.join(root, 'node_modules/.bin', name);
