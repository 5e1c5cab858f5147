import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot, pathWithoutRepository, root } from './repository.mjs';

const isInside = (file) => realpathSync(file).startsWith(path.join(realpathSync(root), 'node_modules') + path.sep);

const onPath = (name) =>
  pathWithoutRepository()
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

/** A Node that `npm ci` doesn't delete: the one that npm runs on, else the machine's, else a copy of ours. */
function survivingNode() {
  const candidates = [process.env.npm_node_execpath, process.execPath, onPath('node')];
  const outside = candidates.find((file) => file && existsSync(file) && !isInside(file));
  if (outside) return outside;
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'postern-node-')), 'node');
  copyFileSync(realpathSync(process.execPath), copy);
  return copy;
}

function npmCli(node) {
  const beside = path.join(path.dirname(path.dirname(node)), 'lib/node_modules/npm/bin/npm-cli.js');
  const linked = onPath('npm');
  const candidates = [process.env.npm_execpath, beside, linked && realpathSync(linked)];
  const found = candidates.find((file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file));
  if (!found) throw new Error('npm was not found; install it, or start through npm (npm start, npm test)');
  return found;
}

/** npm's cache is in the home folder; without a usable one we put it into the repository. */
function cacheFolder() {
  try {
    const home = homedir();
    if (!home) throw new Error('no home');
    accessSync(home, constants.W_OK);
    return {};
  } catch {
    return { npm_config_cache: inRoot('.cache/npm') };
  }
}

/** How to run npm so that it may delete node_modules, its own Node included: `{ command, args, env }`. */
export function npmCommand(...args) {
  const node = survivingNode();
  const env = {
    ...process.env,
    ...cacheFolder(),
    PATH: [path.dirname(node), pathWithoutRepository()].join(path.delimiter),
  };
  // Settings of an outer `npm start --some-flag` must not leak into this run.
  delete env.npm_config_dry_run;
  delete env.npm_config_omit;
  delete env.npm_config_workspace;
  delete env.NODE_ENV;
  return { command: node, args: [npmCli(node), ...args], env };
}
