import { parseArgs } from 'node:util';
import { backupCommands } from '../backup/commands.ts';
import type { Config } from '../config/config.ts';
import type { Mode } from '../config/setting-values.ts';
import { type Command, type CommandDeps, CommandError, type Options, UsageError } from '../feature/command.ts';
import { FEATURES } from '../features/index.ts';
import { jobCommands } from './job-commands.ts';
import { serverCommands } from './server-commands.ts';

const COMMANDS: Record<string, Command> = Object.assign(
  {},
  ...FEATURES.map(({ commands }) => commands),
  serverCommands,
  jobCommands,
  backupCommands,
) as Record<string, Command>;

export type ParsedCommand = { name: string; options: Options; json: boolean };
export type CommandResult = {
  exitCode: 0 | 1 | 2;
  stdout: string;
  stderr: string;
  /** Which database the command worked on (`describeDatabase`). */
  database?: string;
};

/** In production, the commands of evaluation mode don't exist. */
const commandNamed = (name: string, mode: Mode): Command | undefined => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return command?.evaluationOnly === true && mode !== 'evaluation' ? undefined : command;
};

/** Parses the arguments; throws UsageError with a sentence. File options still hold the paths. */
export function parseCommand(args: string[], mode: Mode): ParsedCommand {
  const two = args.slice(0, 2).join(' ');
  const name = Object.hasOwn(COMMANDS, two) ? two : (args[0] ?? '');
  const command = commandNamed(name, mode);
  if (command === undefined)
    throw new UsageError(name === '' ? usage(mode) : `There is no command "${name}".\n\n${usage(mode)}`);
  const values: Record<string, { type: 'string' | 'boolean' }> = { json: { type: 'boolean' } };
  for (const option of command.options) values[option] = { type: 'string' };
  for (const flag of command.flags ?? []) values[flag] = { type: 'boolean' };
  try {
    const parsed = parseArgs({ args: args.slice(name.split(' ').length), options: values, allowPositionals: true });
    const wanted = command.positionals ?? [];
    if (parsed.positionals.length !== wanted.length) throw new UsageError(`Usage: postern ${name} ${command.usage}`);
    const options: Options = {};
    for (const [option, value] of Object.entries(parsed.values))
      if (!Array.isArray(value) && option !== 'json') options[option] = value;
    for (const [index, option] of wanted.entries()) options[option] = parsed.positionals[index];
    return { name, options, json: parsed.values['json'] === true };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)}\nUsage: postern ${name} ${command.usage}`,
    );
  }
}

export function usage(mode: Mode): string {
  return `Usage: postern COMMAND [--json] [--settings FILE]\n\n${Object.entries(COMMANDS)
    .filter(([name]) => commandNamed(name, mode) !== undefined)
    .map(([name, command]) => `  ${name} ${command.usage}`)
    .join('\n')}`;
}

/** The options of a command that name files. The CLI reads `files` and `binaries`; the command opens `paths` itself. */
export const fileOptions = ({ name }: ParsedCommand): { files: string[]; binaries: string[]; paths: string[] } => ({
  files: COMMANDS[name]?.files ?? [],
  binaries: COMMANDS[name]?.binaries ?? [],
  paths: COMMANDS[name]?.paths ?? [],
});

/** Whether the command runs without an open database. */
export function isOffline({ name }: ParsedCommand): boolean {
  const command = COMMANDS[name];
  return command !== undefined && 'runOffline' in command;
}

async function runEither(command: Command, deps: CommandDeps | { config: Config }, options: Options): Promise<unknown> {
  if (!('runOffline' in command)) {
    if (!('db' in deps)) throw new Error('This command needs the database.');
    return await command.run(deps, options);
  }
  if ('db' in deps) throw new CommandError('SERVER_RUNS', 'A server is running on this data folder. Stop it first.');
  return await command.runOffline(deps.config, options);
}

/** Runs a command, and returns what to print and the exit code. */
export async function runCommand(
  deps: CommandDeps | { config: Config },
  { name, options, json }: ParsedCommand,
): Promise<CommandResult> {
  try {
    const command = commandNamed(name, deps.config.mode);
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    const value = await runEither(command, deps, options);
    const text =
      json || command.print === undefined ? JSON.stringify(value, null, json ? 0 : 2) : command.print(value as never);
    return { exitCode: 0, stdout: `${text}\n`, stderr: '' };
  } catch (error) {
    return failure(error, json);
  }
}

/** Every failure has the same shape: exit code 2 for wrong usage, 1 for a refusal. */
export function failure(error: unknown, json: boolean): CommandResult {
  const isUsage = error instanceof UsageError;
  const code = error instanceof CommandError ? error.code : isUsage ? 'USAGE' : 'FAILED';
  const desc = error instanceof Error ? error.message : String(error);
  return { exitCode: isUsage ? 2 : 1, stdout: '', stderr: json ? `${JSON.stringify({ code, desc })}\n` : `${desc}\n` };
}
