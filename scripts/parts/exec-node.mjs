import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode } from './repository.mjs';

/**
 * Replaces this process by `script`, run by the pinned Node. The pid stays the same, so signals and the exit code need no forwarding. A
 * Node without execve runs it as a child process and forwards both.
 */
export function execNode(script, args) {
  const words = [script, ...args];
  if (typeof process.execve === 'function') {
    // Only hides the warning that execve is experimental.
    process.removeAllListeners('warning');
    process.execve(pinnedNode(), [pinnedNode(), ...words], process.env);
  }
  const child = spawn(pinnedNode(), words, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
