/**
 * SQLSTATE classes and codes of a database that is temporarily unable to serve: a lost connection (08), too little memory, disk or
 * connections (53), shut down or starting (57P), an I/O error (58), and read-only, as a standby is before it is promoted.
 */
const AWAY = /^(08...|53...|57P0[1-5]|58...|25006)$/;

/** Node's codes for a server that can't be reached or went away. */
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;

/** The driver has no codes for these. */
const DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Whether an error means that the database is temporarily unreachable or can't write, so that the same call may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (AWAY.test(code) || NETWORK.test(code) || DRIVER.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}
