import { existsSync } from 'node:fs';
import { parseDomainName } from '@postern/domain/addresses';

/** A setting has an invalid value; the message names it and says what to do. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export type Environment = Record<string, string | undefined>;

export function oneOf<const T extends string>(env: Environment, name: string, values: readonly T[], fallback: T): T {
  const value = env[name] || fallback;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${values.join(', ')}; it is "${value}".`);
  return found;
}

export function integerOf(env: Environment, name: string, fallback: number, minimum: number, maximum: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
    throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}; it is "${text}".`);
  }
  return value;
}

export function portOf(env: Environment, name: string, fallback: number | null): number | null {
  return env[name] ? integerOf(env, name, 0, 0, 65_535) : fallback;
}

export function hostOf(env: Environment, name: string, fallback: string): string {
  const parsed = parseDomainName(env[name] || fallback);
  if (!parsed.ok) throw new ConfigError(`${name} must be a host name such as mail.example.com; it is "${env[name]}".`);
  return parsed.value;
}

export function fileOf(env: Environment, name: string): string | null {
  const file = env[name];
  if (!file) return null;
  if (!existsSync(file)) throw new ConfigError(`${name} names ${file}, which does not exist.`);
  return file;
}

export function urlOf(env: Environment, name: string, protocols: string[]): string | null {
  const value = env[name];
  if (!value) return null;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new ConfigError(
      `${name} must be a URL beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return value.replace(/\/+$/, '');
}
