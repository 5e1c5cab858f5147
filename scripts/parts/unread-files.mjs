import { readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', 'gallery', 'test-results', '.data', '.cache']);
const isCode = (name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts');

/** The TypeScript files below these folders of `root`, as paths from there. */
export function listCode(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => !SKIPPED.has(entry.name))
      .flatMap((entry) => {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) return listCode(root, [file]);
        return isCode(file) ? [file] : [];
      }),
  );
}

/** The `files` that dependency-cruiser's report doesn't have. Without its TypeScript parser it has them all, but almost no imports. */
export function findUnreadFiles(modules, files) {
  const read = new Set(modules.map((module) => module.source));
  const imports = modules.reduce((sum, module) => sum + module.dependencies.length, 0);
  const unread = files.filter((file) => !read.has(file));
  return imports > files.length ? unread : [...unread, `only ${imports} imports in ${files.length} files`];
}
