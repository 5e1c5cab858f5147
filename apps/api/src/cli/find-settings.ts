import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnvironmentFile } from '../config/environment-file.ts';
import type { Environment } from '../config/setting-values.ts';
import { UsageError } from '../feature/command.ts';

/** The file that docs/operate.md and deploy/systemd give to the service. */
const SERVICE_FILE = '/etc/postern/panel.env';

type Found = {
  env: Environment;
  /** For the operator: where the settings come from. */
  source: string;
  /** The arguments without `--settings FILE`. */
  args: string[];
};

const isSetting = (name: string): boolean => name.startsWith('POSTERN_') || name === 'DATABASE_URL';

/**
 * The settings for a command: of the file named by `--settings`, else of the environment, else of the service's file, else none
 * (evaluation). They are never mixed, so that one left-over variable can't lead to another database. Throws UsageError if it isn't clear
 * which installation is meant.
 */
export function findSettings(
  given: readonly string[],
  env: Environment,
  { serviceFile = SERVICE_FILE, evaluationDir = '.data' } = {},
): Found {
  const { file, args } = takeOption(given);
  if (file !== null) return { ...fromFile(file, env), args };
  if (Object.keys(env).some((name) => isSetting(name) && env[name]))
    return { env, source: 'settings from the environment', args };
  if (!existsSync(serviceFile)) return { env, source: 'no settings, so evaluation', args };
  if (existsSync(evaluationDir))
    throw new UsageError(
      `There is a service (${serviceFile}) and an evaluation (${path.resolve(evaluationDir)}). Say which one you mean: --settings ${serviceFile}, or POSTERN_MODE=evaluation in the environment.`,
    );
  return { ...fromFile(serviceFile, env), args };
}

function takeOption(args: readonly string[]): { file: string | null; args: string[] } {
  const index = args.findIndex((word) => word === '--settings' || word.startsWith('--settings='));
  const word = args[index];
  if (word === undefined) return { file: null, args: [...args] };
  const isOneWord = word !== '--settings';
  const file = isOneWord ? word.slice('--settings='.length) : args[index + 1];
  if (!file) throw new UsageError(`--settings needs the name of a file, such as ${SERVICE_FILE}.`);
  return { file, args: args.toSpliced(index, isOneWord ? 1 : 2) };
}

function fromFile(file: string, env: Environment): Pick<Found, 'env' | 'source'> {
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
  return { env: { ...others, ...parseEnvironmentFile(read(file)) }, source: `settings from ${file}` };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new UsageError(`The file of settings ${file} does not exist.`);
    throw new UsageError(`This user can't read the settings in ${file}. Run the command as root, such as with sudo.`);
  }
}
