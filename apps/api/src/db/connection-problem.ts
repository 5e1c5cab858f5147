import { NoWritingServer } from './servers/database-servers.ts';
import { type Where, whereIs } from './servers/where-is.ts';

/** What PostgreSQL, or the network, says when the address in DATABASE_URL is wrong. Codes: PostgreSQL, appendix A. */
const ADVICE: Record<string, (where: Where) => string> = {
  '28P01': ({ user }) =>
    `PostgreSQL refuses the password of the user "${user}". Write the right one, with @ as %40, / as %2F and # as %23`,
  '28000': ({ user }) => `PostgreSQL doesn't let the user "${user}" in. Create it, and allow it in pg_hba.conf`,
  '3D000': ({ database }) => `there is no database "${database}". Create it, or correct the name`,
  '42501': ({ user, database }) =>
    `the user "${user}" may not change the schema of "${database}". Make it the database's owner with CREATEROLE, or create the roles as docs/operate.md shows`,
  '57P03': () => 'PostgreSQL is still starting. Try again in a moment',
  '53300': () => 'PostgreSQL has no connection left. Raise its max_connections, or lower POSTERN_DATABASE_POOL',
  ECONNREFUSED: ({ host }) => `nothing answers at ${host}. Start PostgreSQL, or correct the host and port`,
  ENOTFOUND: ({ host }) => `the host of ${host} has no address. Correct its name`,
  EAI_AGAIN: ({ host }) => `the host of ${host} can't be looked up. Correct its name, or check the machine's resolver`,
  ETIMEDOUT: (where) => silent(where),
  ENOENT: ({ host }) => `there is no socket at ${host}. Start PostgreSQL, or correct the folder`,
  EHOSTUNREACH: ({ host }) => `${host} can't be reached. Correct the host, or check the network`,
  ENETUNREACH: ({ host }) => `${host} can't be reached. Correct the host, or check the network`,
};

/** The database in DATABASE_URL can't be used; the message says why, and what to do. */
export class DatabaseUnusable extends Error {
  constructor(problem: string, cause: unknown) {
    super(`DATABASE_URL: ${problem}.`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

/** What to throw for an error of the first connection, or of bringing the schema up to date. */
export function toDatabaseError(error: unknown, url: string): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const problem = problemOf(cause instanceof AggregateError ? (cause.errors as unknown[])[0] : cause, whereIs(url));
    if (problem !== null) return new DatabaseUnusable(problem, error);
  }
  return error;
}

function problemOf(error: unknown, where: Where): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof NoWritingServer) return error.message;
  if (error.message.startsWith('unsupported startup parameter'))
    return 'a pooler is in between. Let it pool in transaction mode, and write POSTERN_DATABASE_POOLER=transaction';
  if (error.message.endsWith('no encryption'))
    return 'PostgreSQL takes this user over TLS only (hostssl in pg_hba.conf). Write ?sslmode=require at the end';
  if (error.message === 'The server does not support SSL connections')
    return 'PostgreSQL has TLS switched off. Set ssl = on there, or leave out sslmode';
  const advice = 'code' in error ? ADVICE[String(error.code)] : undefined;
  if (advice !== undefined) return advice(where);
  if (/SASL|password must be a string/.test(error.message))
    return 'PostgreSQL asks for a password, and there is none. Write postgresql://user:password@host/database';
  return /timeout expired|timed out|Connection terminated/.test(error.message) ? silent(where) : null;
}

const silent = ({ host }: Where): string => `${host} doesn't answer. Correct the host and port, or check the firewall`;
