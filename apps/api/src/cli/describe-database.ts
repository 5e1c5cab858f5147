import type { Config } from '../config/config.ts';
import { whereIs } from '../db/servers/where-is.ts';

/** Which database a command works on, for the operator's eyes; without its password. */
export function describeDatabase({ databaseUrl, dataDir, mode }: Config): string {
  if (databaseUrl === null) return `embedded, in ${dataDir} (${mode})`;
  const { database, host, user } = whereIs(databaseUrl);
  return `PostgreSQL, "${database}" at ${host}${user === '' ? '' : ` as ${user}`} (${mode})`;
}
