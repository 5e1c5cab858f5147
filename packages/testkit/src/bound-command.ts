import { existsSync } from 'node:fs';

const SETPRIV = '/usr/bin/setpriv';

/**
 * The words that run a command so that the kernel kills it when the process that started it dies, however it dies.
 * `user` runs it as that user (root only). Where setpriv is missing (it is part of every Debian) the command runs as it is.
 */
export function boundCommand(words: readonly string[], { user }: { user?: string } = {}): string[] {
  if (!existsSync(SETPRIV)) {
    if (user) throw new Error(`${SETPRIV} is needed to run a command as ${user}`);
    return [...words];
  }
  const asUser = user ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  return [SETPRIV, ...asUser, '--pdeathsig=KILL', '--', ...words];
}
