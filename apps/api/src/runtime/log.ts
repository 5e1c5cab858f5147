import type { FastifyBaseLogger } from 'fastify';

/** Structured logging. Never given a token, a password, a body or a query string. */
export type Log = FastifyBaseLogger;

/**
 * An error with its causes for the log, in known parts only: a failed query carries its values in the message and in
 * properties of its own (a password's hash, an address), and the database repeats some in `detail`.
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

/** The places only: what stands before them is the message again. */
function stackOf({ stack = '' }: Error): string {
  const places = stack.indexOf('\n    at ');
  return places === -1 ? '' : stack.slice(places + 1);
}
