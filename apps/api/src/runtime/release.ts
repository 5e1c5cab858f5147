import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LOCATIONS } from './locations.ts';

/** What runs. */
export type Release = {
  /** Of package.json, such as `0.1.0`. */
  version: string;
  /** The commit that a release was made from; null where it runs from a clone. */
  commit: string | null;
  /** When that commit was made; null where it runs from a clone. */
  madeAt: Date | null;
  /** The hash of the server's sources; null where the sources themselves run. */
  build: string | null;
  /** The number of the newest migration that this release knows. */
  schema: number;
};

/** Reads what runs from the files of a release, or of a clone. */
export function readRelease(): Release {
  const facts = readJson<{ commit: string; builtAt: string }>(path.join(LOCATIONS.root, 'release.json'));
  const own = readJson<{ version: string }>(path.join(LOCATIONS.root, 'package.json'));
  const journal = readJson<{ entries: { idx: number }[] }>(path.join(LOCATIONS.migrations, 'meta/_journal.json'));
  return {
    version: own?.version ?? 'unknown',
    commit: facts?.commit ?? null,
    madeAt: facts === null ? null : new Date(facts.builtAt),
    build: LOCATIONS.build,
    schema: journal?.entries.at(-1)?.idx ?? 0,
  };
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
