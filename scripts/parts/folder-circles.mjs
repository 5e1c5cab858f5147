// Folders that import each other in a circle can't be understood, moved or tested one by one. dependency-cruiser tells circles of files
// only, so this reads its report and does the same for folders.

/**
 * A feature's folder counts as one, whatever rooms it has; so does each folder directly below the `src` of an app, of the domain or of ui.
 * The rooms of the panel's lib count one by one.
 */
const FOLDERS = [
  /^(apps\/(?:api|panel)\/src\/features\/[^/]+)\//,
  /^(apps\/panel\/src\/lib\/[^/]+)\//,
  /^((?:apps\/(?:api|panel)|packages\/(?:domain|ui))\/src\/[^/]+)\//,
];
const byName = (a, b) => (a < b ? -1 : 1);
const folderOf = (file) => FOLDERS.map((pattern) => pattern.exec(file)?.[1]).find((folder) => folder !== undefined);

const IS_TEST = /[.](test|spec)[.]tsx?$|\/testing\/|\/conformance[.]ts$/;
/** Another feature's tables are borrowed by an allow-list of its own (`api-tables-have-an-owner`). */
const IS_TABLES = /^apps\/api\/src\/features\/[^/]+\/tables[.]ts$/;

/** For every folder the folders that it imports, each with one file that does. */
function importsByFolder(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules.filter((module) => !IS_TEST.test(module.source))) {
    const from = folderOf(source);
    if (from === undefined) continue;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to === undefined || to === from || IS_TABLES.test(resolved)) continue;
      if (!imports.has(from)) imports.set(from, new Map());
      imports.get(from).set(to, `${source} imports ${resolved}`);
    }
  }
  return imports;
}

/**
 * The circles among the folders of a dependency-cruiser report, the shortest through each folder: a list of lists of sentences, each of
 * which names the import that leads on.
 */
export function findFolderCircles(modules) {
  const imports = importsByFolder(modules);
  const circles = new Map();
  for (const start of [...imports.keys()].toSorted(byName)) {
    const cameFrom = new Map([[start, null]]);
    const queue = [start];
    for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
      if (imports.get(folder)?.has(start)) {
        const way = [];
        for (let at = folder; at !== null; at = cameFrom.get(at)) way.unshift(at);
        const sentences = way.map((at, place) => imports.get(at).get(way[place + 1] ?? start));
        const name = way.toSorted(byName).join(' ');
        if (!circles.has(name)) circles.set(name, sentences);
        break;
      }
      for (const next of imports.get(folder)?.keys() ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, folder);
        queue.push(next);
      }
    }
  }
  return [...circles.values()];
}
