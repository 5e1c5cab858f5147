import { inspect } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { DatabaseUnusable } from '../db/connection-problem.ts';
import { DataFolderInUse } from '../db/data-folder-lock.ts';
import { SchemaProblem } from '../db/schema/migrate.ts';
import { errorSerializer } from '../runtime/log.ts';

const PORTS = 'POSTERN_PORT, POSTERN_SMTP_PORT, POSTERN_DNS_PORT, POSTERN_METRICS or POSTERN_MAIL_FILTER_PORT';

/** Why this process can't listen, by the system's code. */
const LISTENING: Record<string, string> = {
  EADDRINUSE: `Another program uses this port; choose another with ${PORTS}.`,
  EACCES: `This user may not use the port; choose one from 1024 on with ${PORTS}.`,
  EADDRNOTAVAIL: 'This machine has no such address; correct POSTERN_HOST or POSTERN_METRICS.',
};

/** Errors whose message says what to do. */
const FOR_OPERATORS = [ConfigError, DataFolderInUse, DatabaseUnusable, SchemaProblem];

/** What to tell the operator about a failed start: plain sentences for what a setting can mend, everything else as it is. */
export function startProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (FOR_OPERATORS.some((kind) => error instanceof kind)) return error.message;
  const advice = 'syscall' in error && error.syscall === 'listen' && 'code' in error && LISTENING[String(error.code)];
  return advice ? `${error.message}. ${advice}` : inspect(errorSerializer(error));
}
