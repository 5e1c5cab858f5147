import type { Config } from '../config/config.ts';
import type { Database } from '../db/client.ts';
import type { Check } from '../plugins/health.ts';
import type { MovableClock } from '../runtime/clock.ts';
import type { PasswordHashing } from '../secrets/password-hashing.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { SigningServer } from './dns-services.ts';
import type { Services } from './services.ts';

/** What a command may use, in the running server or, if none runs, on its own. */
export type CommandDeps = {
  config: Config;
  db: Database;
  clock: MovableClock;
  sealer: Sealer;
  hashing: PasswordHashing;
  /** Our zones where they can be signed; null: they are in no such name server. */
  openSigningServer: () => Promise<SigningServer | null>;
  /** Null when no server runs: then only the database can be checked. */
  checks: Check[] | null;
  /** The services of the running server; null when none runs. */
  services: Services | null;
};

export type Options = Record<string, string | boolean | undefined>;

/** One command of the command line: plain options in, one JSON value out. */
export type Command = {
  usage: string;
  /** Names of options that take a value; every command also has the flag `--json`. */
  options: string[];
  /** Options without a value. */
  flags?: string[];
  positionals?: string[];
  /** The options that name a file to read where the command is typed. The command gets its content. */
  files?: string[];
  /** The same for binary files. The command gets their content in base64. */
  binaries?: string[];
  /** The options that name a file to read or write where the command runs, which may be another folder. */
  paths?: string[];
  evaluationOnly?: boolean;
  /** Formats the result for a person; without it, JSON is printed. */
  print?: (value: never) => string;
} & (
  | { run: (deps: CommandDeps, options: Options) => Promise<unknown> }
  /** For commands that need the server stopped and the database closed. */
  | { runOffline: (config: Config, options: Options) => Promise<unknown> }
);

/** The command was called wrongly (exit 2). */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The command was understood and refused (exit 1). */
export class CommandError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** A required option. Throws UsageError. */
export function textOption(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

export function partnerIdOption(options: Options, name: string): number {
  const value = Number(textOption(options, name));
  if (!Number.isInteger(value) || value < 1 || value > 2_147_483_647)
    throw new UsageError(`--${name} must be a partner number.`);
  return value;
}

const UNIT_MILLIS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90s`, `15m`, `1h`, `30d` in milliseconds. */
export function durationOption(options: Options, name: string, fallback?: string): number {
  const text = options[name] === undefined && fallback !== undefined ? fallback : textOption(options, name);
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = UNIT_MILLIS[match?.[2] ?? ''];
  if (match === null || unit === undefined) throw new UsageError(`--${name} must look like 90s, 15m, 1h or 30d.`);
  return Number(match[1]) * unit;
}
