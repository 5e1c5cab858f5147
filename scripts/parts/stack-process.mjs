import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
const KILL_AFTER_MS = 5_000;
const LOG_TAIL = 3_000;

/** A watcher that waits until its input ends, which also happens when this process is killed, and then ends the server. */
const WATCHER = 'read -r _; kill -s "$1" "$0"';

/**
 * Starts a server in its own session, so that its children end with it. It ends with this process, even after SIGKILL. (The kernel's
 * parent-death signal doesn't help, as a server that changes its user loses it.) `stop` sends the server's own stop signal, and SIGKILL
 * after five seconds.
 */
export function startProcess(name, { command, args = [], user, env, log, stopSignal = 'SIGTERM' }) {
  const asUser = user ? ['/usr/bin/setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : [];
  const [program, ...words] = [...asUser, command, ...args];
  const output = openSync(log, 'a');
  const child = spawn(program, words, {
    detached: true,
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const watcher = spawn('/bin/sh', ['-c', WATCHER, String(child.pid), stopSignal.slice('SIG'.length)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let ended = false;
  const end = new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  }).then(() => {
    ended = true;
    watcher.kill('SIGKILL');
  });
  return {
    name,
    pid: child.pid,
    ended: end,
    hasEnded: () => ended,
    async stop() {
      if (!ended) child.kill(stopSignal);
      const timer = setTimeout(() => killGroup(child.pid), KILL_AFTER_MS);
      await end;
      clearTimeout(timer);
      // Its remaining children.
      killGroup(child.pid);
    },
  };
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const connects = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Waits until `isReady`. Throws with the end of the log if the process ends or isn't ready in time. */
export async function waitFor(what, { isReady, process: server, endsAt, readLog }) {
  while (!(await isReady())) {
    if (server?.hasEnded()) throw new Error(`${what} ended while it started:\n${readLog()}`);
    if (Date.now() > endsAt) throw new Error(`${what} did not answer in time:\n${readLog()}`);
    await pause(POLL_MS);
  }
}

export const portAnswers = (port) => () => connects(port);

/** The ports that are in use. */
export async function listTakenPorts(ports) {
  const taken = await Promise.all(ports.map(async (port) => ((await connects(port)) ? port : null)));
  return taken.filter((port) => port !== null);
}

/** Returns a function that reads the end of a log, for the error message of a server that didn't start. */
export const logTail = (file) => () => {
  try {
    return readFileSync(file, 'utf8').slice(-LOG_TAIL);
  } catch {
    return '';
  }
};
