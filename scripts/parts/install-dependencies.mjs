import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { withLock } from './lock-folder.mjs';
import { npmCommand } from './npm-command.mjs';
import { inRoot, root } from './repository.mjs';

const stampFile = inRoot('node_modules/.bootstrap-stamp');

/** What an installed tree depends on: the lock file, and the platform that its binaries are for. */
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
  // Written last: an interrupted install leaves no stamp, so the next start repeats it.
  writeFileSync(stampFile, wantedStamp());
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

/** Makes node_modules equal to package-lock.json; costs a few milliseconds when it already is. */
export async function installDependencies() {
  if (isInstalled()) return;
  await withLock(inRoot('.cache/bootstrap.lock'), {
    onWait: (pid) => process.stderr.write(`Waiting for process ${pid}, which installs the packages ...\n`),
    work: () => isInstalled() || install(),
  });
}
