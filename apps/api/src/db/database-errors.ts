/**
 * SQLSTATE classes and codes of a database that can't serve now: a lost connection (08), too little memory or connections (53), shut down
 * or starting (57P), an I/O error (58), read-only, as a standby is before it is promoted, and a statement or transaction that was stopped
 * because of others (40) or because it took too long, as everything does on a database that hangs.
 */
const AWAY = /^(08...|53...|57P0[1-5]|57014|58...|25006|25P03|40...|55P03)$/;

const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** Codes after which the connection must not be used again: the server ends, or it only reads and another one writes by now. */
const LEAVE_SERVER = /^(57P0[1-5]|25006)$/;

/** Five characters with a digit, unlike EPIPE. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** What the database's client threw. The driver has no codes for some of its own errors, and a network error doesn't say whose it is. */
const ofClient = new WeakSet<Error>();

/** Passes on an error of the database's client, and remembers where it came from: `client.query(…).catch(failedAtDatabase)`. */
export function failedAtDatabase(error: unknown): never {
  if (error instanceof Error) ofClient.add(error);
  throw error;
}

/** Whether an error means that the database can't be reached or can't serve now, so that the same call may succeed a moment later. */
export const isDatabaseAway = (error: unknown): boolean =>
  causesOf(error).some((cause) => AWAY.test(codeOf(cause)) || hasEndedConnection(cause));

/** Whether an error means that a disk is full: the database's, or that of a file of ours. */
export const isDiskFull = (error: unknown): boolean => causesOf(error).some((cause) => DISK_FULL.test(codeOf(cause)));

/** Whether the connection on which the error arose is of no use any longer. */
export const isConnectionSpent = (error: unknown): boolean =>
  causesOf(error).some((cause) => LEAVE_SERVER.test(codeOf(cause)) || hasEndedConnection(cause));

/** The server ends a connection after an error of this severity, whatever its code is, or never lets it begin. */
const ENDING = /^(FATAL|PANIC)$/;

const hasEndedConnection = (cause: Error): boolean =>
  isConnectionError(cause) ||
  ('severity' in cause && typeof cause.severity === 'string' && ENDING.test(cause.severity));

/** An error of the client itself, which no server sent: no connection, or no answer. A value that can't be sent is a TypeError. */
const isConnectionError = (cause: Error): boolean =>
  ofClient.has(cause) && !(cause instanceof TypeError) && !SQLSTATE.test(codeOf(cause));

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/** Whether a row was refused because another one has its unique key (SQLSTATE 23505). */
export const isUniqueViolation = (error: unknown): boolean =>
  causesOf(error).some((cause) => codeOf(cause) === '23505');
