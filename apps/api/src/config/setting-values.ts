import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseDomainName } from '@postern/domain/addresses';
import { isUnder, RESERVED_TOP_LEVEL_DOMAINS } from '@postern/domain/domain-connection';

/** Settings are missing or wrong. The message has a line for each: its name, what is wrong, and what to write. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems[0] : ['these settings are missing or wrong.', ...problems].join('\n- '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export type Environment = Record<string, string | undefined>;
export type Mode = 'evaluation' | 'production';

/** The environment while it is read. Everything that is wrong is collected, so that an operator sees it all at once. */
export class Settings {
  readonly env: Environment;
  readonly mode: Mode;
  /** Production with Stripe's test keys, or with names that nobody else can resolve. */
  readonly isRehearsal: boolean;
  readonly problems: string[] = [];

  constructor(env: Environment) {
    this.env = env;
    this.mode = modeOf(this);
    this.isRehearsal = oneOf(this, 'POSTERN_REHEARSAL', ['true', 'false'], 'false') === 'true';
    if (this.isRehearsal && this.mode === 'evaluation')
      this.refuse('POSTERN_REHEARSAL is for production. In evaluation mode leave it out.');
  }

  /** Notes what is wrong with a setting. The caller continues with any value, as none will be used. */
  refuse(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }
}

/** Reads settings. Throws ConfigError with everything that is wrong. */
export function readSettings<T>(env: Environment, read: (settings: Settings) => T): T {
  const settings = new Settings(env);
  const values = read(settings);
  if (settings.problems.length > 0) throw new ConfigError(settings.problems);
  return values;
}

/** Each of these settings means a real service: then a missing line must not bring up sample data and known passwords. */
const SIGNS_OF_PRODUCTION = [
  'DATABASE_URL',
  'POSTERN_MAILER_URL',
  'POSTERN_STRIPE_SECRET_KEY',
  'POSTERN_CARD_PAYMENTS',
];

function modeOf(settings: Settings): Mode {
  const isPublic = settings.env['POSTERN_PUBLIC_URL']?.startsWith('https://') === true;
  const sign = isPublic ? 'POSTERN_PUBLIC_URL' : SIGNS_OF_PRODUCTION.find((name) => settings.env[name]);
  if (!settings.env['POSTERN_MODE'] && sign !== undefined)
    settings.refuse(
      `POSTERN_MODE is missing, but ${sign} looks like a service. Write production, or evaluation to try Postern out.`,
    );
  return oneOf(settings, 'POSTERN_MODE', ['evaluation', 'production'], 'evaluation');
}

export function oneOf<const T extends string>(settings: Settings, name: string, values: readonly T[], fallback: T): T {
  const value = settings.env[name] || fallback;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) settings.refuse(`${name} must be one of ${values.join(', ')}; it is "${value}".`);
  return found ?? fallback;
}

export function integerOf(
  settings: Settings,
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  const text = settings.env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  settings.refuse(`${name} must be a whole number from ${minimum} to ${maximum}; it is "${text}".`);
  return fallback;
}

export function portOf(settings: Settings, name: string, fallback: number | null): number | null {
  return settings.env[name] ? integerOf(settings, name, 0, 0, 65_535) : fallback;
}

export function hostOf(settings: Settings, name: string, fallback: string): string {
  const value = settings.env[name];
  if (!value) return fallback;
  const parsed = parseDomainName(value);
  if (!parsed.ok) settings.refuse(`${name} must be a host name such as mail.example.com; it is "${value}".`);
  else refuseReserved(settings, name, parsed.value);
  return parsed.ok ? parsed.value : fallback;
}

/** Names that can't exist on the internet would be told to customers' mail apps and DNS providers. */
export function refuseReserved(settings: Settings, name: string, host: string): void {
  if (settings.mode === 'production' && !settings.isRehearsal && isUnder(RESERVED_TOP_LEVEL_DOMAINS, host))
    settings.refuse(`${name} is ${host}, a name that can't exist on the internet. Write the real one.`);
}

export function fileOf(settings: Settings, name: string): string | null {
  const file = settings.env[name];
  if (!file) return null;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    const wrong = existsSync(file) ? `${osUser()} can't read` : 'does not exist';
    settings.refuse(`${name} names ${file}, which ${wrong}. Write the path of a file that the panel may read.`);
  }
  return file;
}

export function urlOf(settings: Settings, name: string, protocols: string[]): string | null {
  const value = settings.env[name];
  if (!value) return null;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '');
  settings.refuse(`${name} must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  return null;
}

/** The value of a setting without a form of its own. */
export function textOf(settings: Settings, name: string, neededBy: string): string {
  const value = settings.env[name] ?? '';
  if (value === '') settings.refuse(`${neededBy} needs ${name}.`);
  return value;
}

/** The folder, which is created if it doesn't exist. */
export function folderOf(settings: Settings, name: string, fallback: string): string {
  const given = settings.env[name];
  const folder = path.resolve(given || fallback);
  if (settings.mode === 'production' && given && !path.isAbsolute(given))
    settings.refuse(`${name} must be an absolute path, such as /var/lib/postern-panel; it is "${given}".`);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    settings.refuse(`${name} is ${folder}, where ${osUser()} can't write. Create the folder and give it to that user.`);
  }
  return folder;
}

const osUser = (): string => `the user ${os.userInfo().username}`;
