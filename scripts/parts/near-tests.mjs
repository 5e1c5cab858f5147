// Which test files are near a change. A feature has one name in the domain, the contract, the server and the panel, so a change in one of
// them chooses the tests of that name on every side. Elsewhere the tests of the changed file's folder are near it.

const FEATURE_HOMES = [
  'packages/domain/src',
  'packages/contract/src',
  'apps/api/src/features',
  'apps/panel/src/features',
];
const TEST = /[.](test|spec)[.]tsx?$/;
/** These tests take longer than a minute, so they only run with everything. */
const SLOW = /[.]long[.]test[.]ts$|two-processes|killed|crash|real-servers/;

/** The feature that a file belongs to: `mailboxes` for packages/domain/src/mailboxes/… and packages/contract/src/mailboxes.ts. */
function featureOf(file) {
  const home = FEATURE_HOMES.find((folder) => file.startsWith(`${folder}/`));
  if (home !== undefined)
    return file
      .slice(home.length + 1)
      .split('/')[0]
      .replace(/[.]tsx?$/, '');
  return /^apps\/panel\/locales\/[^/]+\/([^/]+)[.]json$/.exec(file)?.[1];
}

const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));

/** The test files near the changed ones; both are paths from the root of the repository. */
export function nearTests(changed, allFiles) {
  const features = new Set(changed.map(featureOf).filter(Boolean));
  const folders = new Set(changed.filter((file) => featureOf(file) === undefined && file.includes('/')).map(folderOf));
  const isNear = (test) =>
    changed.includes(test) || features.has(featureOf(test)) || [...folders].some((folder) => folderOf(test) === folder);
  return allFiles.filter((file) => TEST.test(file) && !file.startsWith('e2e/') && !SLOW.test(file) && isNear(file));
}
