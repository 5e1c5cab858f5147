import { chmodSync, rmSync } from 'node:fs';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import type { CommandDeps } from '../feature/command.ts';
import { commandSocketPath } from './command-socket.ts';
import { describeDatabase } from './describe-database.ts';
import { failure, type ParsedCommand, runCommand } from './run-command.ts';

/**
 * Accepts commands on a socket that only this user can open: one parsed command in, one result out. Of several processes on one folder
 * the first one serves them.
 */
export async function serveCommands(deps: CommandDeps): Promise<{ close: () => Promise<void> }> {
  const socketPath = commandSocketPath(deps.config.dataDir);
  const database = describeDatabase(deps.config);
  if (await isAnswering(socketPath)) return { close: async () => {} };
  rmSync(socketPath, { force: true });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void text(socket)
      .then((line) => runCommand(deps, JSON.parse(line) as ParsedCommand))
      .catch((error: unknown) => failure(error, false))
      .then((result) => socket.end(JSON.stringify({ ...result, database })));
  });
  const isOurs = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      // Another process that started at the same moment was faster.
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(socketPath, () => resolve(true));
  });
  if (!isOurs) return { close: async () => {} };
  chmodSync(socketPath, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function isAnswering(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
