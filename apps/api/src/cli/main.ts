import { readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { openDatabase } from '../db/client.ts';
import { loadClockOffset } from '../db/clock-offset.ts';
import { UsageError } from '../feature/command.ts';
import { movableClock } from '../runtime/clock.ts';
import { LOCATIONS } from '../runtime/locations.ts';
import { passwordHashing } from '../secrets/password-hashing.ts';
import { createSealer } from '../secrets/seal.ts';
import { openPowerDns } from '../start/open-powerdns.ts';
import { commandSocketPath } from './command-socket.ts';
import { describeDatabase } from './describe-database.ts';
import { findSettings } from './find-settings.ts';
import {
  type CommandResult,
  failure,
  fileOptions,
  isOffline,
  type ParsedCommand,
  parseCommand,
  runCommand,
  usage,
} from './run-command.ts';

/** Sends the command to the running server; null if none runs on this data folder. */
async function askServer(config: Config, command: ParsedCommand): Promise<CommandResult | null> {
  const socket = net.connect({ path: commandSocketPath(config.dataDir), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!connected) return null;
  socket.end(JSON.stringify(command));
  return JSON.parse(await text(socket)) as CommandResult;
}

async function runAlone(config: Config, command: ParsedCommand): Promise<CommandResult> {
  if (isOffline(command)) return await runCommand({ config }, command);
  const db = await openDatabase({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    migrationsFolder: LOCATIONS.migrations,
    poolSize: 2,
    isPooled: config.isPooled,
  });
  try {
    const clock = movableClock(db.nowMillis);
    if (config.mode === 'evaluation') await loadClockOffset(db, clock);
    return await runCommand(
      {
        config,
        db,
        clock,
        sealer: createSealer(config.secretKey),
        hashing: passwordHashing(),
        openSigningServer: () => openPowerDns(config.dns),
        checks: null,
        services: null,
      },
      command,
    );
  } finally {
    await db.close();
  }
}

/** File names are relative to the folder where the command is typed. */
function withFiles(command: ParsedCommand): ParsedCommand {
  const options = { ...command.options };
  const { files, binaries, paths } = fileOptions(command);
  for (const name of [...files, ...binaries]) {
    const file = options[name];
    if (typeof file === 'string') options[name] = readNamedFile(file, binaries.includes(name) ? 'base64' : 'utf8');
  }
  for (const name of paths) {
    const file = options[name];
    if (typeof file === 'string' && file !== '') options[name] = path.resolve(file);
  }
  return { ...command, options };
}

function readNamedFile(file: string, encoding: 'utf8' | 'base64'): string {
  try {
    return readFileSync(file, encoding);
  } catch {
    throw new UsageError(`The file ${path.resolve(file)} can't be read.`);
  }
}

/** Says on standard error which database is meant: nobody should work on the wrong one. A program that asked for JSON doesn't read it. */
function tellDatabase(database: string, json: boolean): void {
  if (!json || process.stderr.isTTY) process.stderr.write(`Database: ${database}\n`);
}

async function main(given: string[]): Promise<CommandResult> {
  const json = given.includes('--json');
  try {
    const { env, source, args } = findSettings(given, process.env);
    const mode = env['POSTERN_MODE'] === 'production' ? 'production' : 'evaluation';
    if (args.length === 0 || args[0] === '--help' || args[0] === 'help')
      return { exitCode: args.length === 0 ? 2 : 0, stdout: `${usage(mode)}\n`, stderr: '' };
    const command = withFiles(parseCommand(args, mode));
    const config = readConfig(env);
    const answer = await askServer(config, command);
    tellDatabase(
      `${answer?.database ?? describeDatabase(config)}, ${answer === null ? source : 'of the running server'}`,
      json,
    );
    return answer ?? (await runAlone(config, command));
  } catch (error) {
    return failure(error instanceof ConfigError ? new UsageError(error.message) : error, json);
  }
}

const result = await main(process.argv.slice(2));
process.stdout.write(result.stdout);
process.stderr.write(result.stderr);
process.exitCode = result.exitCode;
