import { existsSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/**
 * The arguments to run a command so that the kernel kills it when its parent process dies, even by SIGKILL. `user` runs it as
 * that user (root only). Without setpriv, which every Debian has, the command runs unchanged.
 */
export function dieWithParent(words: readonly string[], { user }: { user?: string } = {}): string[] {
  if (!existsSync(SETPRIV)) {
    if (user) throw new Error(`${SETPRIV} is needed to run a command as ${user}`);
    return [...words];
  }
  const asUser = user ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  return [SETPRIV, ...asUser, '--pdeathsig=KILL', '--', ...words];
}
