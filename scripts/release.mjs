// npm run release: release/postern-VERSION-linux-x64.tar.gz with everything that a server needs, Node included, and its checksum next to it.
//   npm run release -- --folder DIR   the same files in an empty folder, unpacked
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apiTarget } from './parts/api-target.mjs';
import { buildStale } from './parts/build-target.mjs';
import { panelTarget } from './parts/panel-target.mjs';
import { inRoot } from './parts/repository.mjs';
import { releaseFacts, stageRelease } from './parts/stage-release.mjs';

/** Packs a folder. The same files give the same bytes, whoever packs them, and whenever. */
function pack(parent, name, { builtAt }) {
  const order = [
    '--sort=name',
    `--mtime=${builtAt}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ];
  const output = inRoot('release', `${name}.tar.gz`);
  mkdirSync(path.dirname(output), { recursive: true });
  execFileSync('tar', [
    '-C',
    parent,
    ...order,
    '--format=ustar',
    '--use-compress-program=gzip -9n',
    '-cf',
    output,
    name,
  ]);
  const sum = createHash('sha256').update(readFileSync(output)).digest('hex');
  writeFileSync(`${output}.sha256`, `${sum}  ${path.basename(output)}\n`);
  return output;
}

try {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('A release is made on Linux x64, for Linux x64.');
  const [apiFolder] = await buildStale(apiTarget, panelTarget);
  const facts = releaseFacts();
  if (values.folder) {
    const folder = path.resolve(values.folder);
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
    stageRelease(folder, { apiFolder, facts });
    process.stdout.write(`${folder}\n`);
  } else {
    const parent = mkdtempSync(path.join(tmpdir(), 'postern-release-'));
    try {
      const name = `postern-${facts.version}-linux-x64`;
      stageRelease(path.join(parent, name), { apiFolder, facts });
      const output = pack(parent, name, facts);
      process.stdout.write(`${output} (${(statSync(output).size / 1e6).toFixed(1)} MB)\n`);
    } finally {
      rmSync(parent, { recursive: true, force: true });
    }
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
