import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { root } from './repository.mjs';

const running = new Set();
let isEnding = false;

/** Ends all running tools and waits for them, then ends this process, so that an interrupted run leaves nothing behind. */
async function endWith(signal) {
  isEnding = true;
  const ends = [...running].map((child) => once(child, 'close'));
  for (const child of running) child.kill(signal);
  await Promise.all(ends);
  process.exit(128 + constants.signals[signal]);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void endWith(signal));

/**
 * Runs a command in a folder, by default the root of the repository: `{ passed, seconds, output }`. With `show` its output goes straight to the
 * terminal, otherwise it is collected.
 */
export async function runTool({ command, args, cwd = root, env = process.env, show = false }) {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  running.add(child);
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const passed = await new Promise((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      resolve(false);
    });
    // After a signal the run is over, so the next tool must not start.
    child.once('close', (code) => isEnding || resolve(code === 0));
  });
  running.delete(child);
  return {
    passed,
    seconds: (performance.now() - startedAt) / 1000,
    output: Buffer.concat(chunks).toString().trimEnd(),
  };
}
