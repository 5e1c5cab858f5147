import type { FastifyBaseLogger } from 'fastify';

/** Structured logging. Never log a token, a password, a body or a query string. */
export type Log = FastifyBaseLogger;

/**
 * Writes an error and its causes to the log, limited to known properties: a failed query has its values (a password's hash, an address) in
 * its message and in other properties, and the database repeats some in `detail`.
 */
export function errorSerializer(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, kind, constraint } = error as Error & Record<'code' | 'kind' | 'constraint', unknown>;
  const message = 'query' in error && 'params' in error ? `Failed query: ${String(error.query)}` : error.message;
  return {
    type: error.name,
    message,
    stack: stackOf(error),
    ...(code === undefined ? {} : { code }),
    ...(kind === undefined ? {} : { kind }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(error.cause === undefined ? {} : { cause: errorSerializer(error.cause) }),
  };
}

/** Only the stack frames, without the message before them. */
function stackOf({ stack = '' }: Error): string {
  const places = stack.indexOf('\n    at ');
  return places === -1 ? '' : stack.slice(places + 1);
}
