import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { withLock } from './lock-folder.mjs';
import { npmCommand } from './npm-command.mjs';
import { inRoot, root } from './repository.mjs';

const stampFile = inRoot('node_modules/.bootstrap-stamp');

/** Identifies an installed node_modules: the lock file, and the platform of its binaries. */
function wantedStamp() {
  return createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

function isInstalled() {
  try {
    return readFileSync(stampFile, 'utf8') === wantedStamp();
  } catch {
    return false;
  }
}

function install() {
  const startedAt = Date.now();
  process.stderr.write('Installing the locked packages ...\n');
  const npm = npmCommand('ci', '--no-audit', '--no-fund', '--loglevel=error');
  const result = spawnSync(npm.command, npm.args, { cwd: root, env: npm.env, stdio: ['ignore', 2, 2] });
  if (result.status !== 0) throw new Error(`npm ci failed (${result.error?.message ?? `exit code ${result.status}`})`);
  // Written last, so that the next start repeats an interrupted install.
  writeFileSync(stampFile, wantedStamp());
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Installs what package-lock.json says. Takes a few milliseconds if it is installed already. */
export async function installDependencies() {
  if (isInstalled()) return;
  await withLock(inRoot('.cache/bootstrap.lock'), {
    onWait: (pid) => process.stderr.write(`Waiting for process ${pid}, which installs the packages ...\n`),
    work: () => isInstalled() || install(),
  });
}
