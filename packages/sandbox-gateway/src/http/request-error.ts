import type * as z from 'zod';

/** A request that is answered with an error and has no effect. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The parsed body or query, or a 400 that names the wrong fields but never their values. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = new Set(
    parsed.error.issues.map((issue) => issue.path.filter((part) => typeof part === 'string').join('.') || 'body'),
  );
  throw new RequestError(400, 'invalid_request', `Missing, unknown or wrong: ${[...fields].join(', ')}.`);
}
