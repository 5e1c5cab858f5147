import { ERROR_STATUS, type ErrorCode, type Problem } from '@postern/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isDiskFull } from '../db/database-errors.ts';
import { VisitOver } from '../runtime/visit-stamp.ts';
import { HashingOverloaded } from '../secrets/password-hashing.ts';
import { ERROR_DESCRIPTION } from './describe-error.ts';
import { PanelError } from './panel-error.ts';

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_BODY',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  // A part of the address is longer than any id.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

/** Gives every error the same shape. An unknown error becomes INTERNAL_SERVER_ERROR with the request's id. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    // A file isn't as the caller demands (`If-Match`). RFC 9110 §13.1.1.
    error.statusCode === 412 ? reply.code(412).send() : sendProblem(reply, toPanelError(error, request)),
  );
}

/** Maps any error, of ours, Fastify or a library, to the API's error. */
export function toPanelError(error: FastifyError, request: FastifyRequest): PanelError {
  if (error instanceof PanelError) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause, code: error.code }, 'refused with a cause');
    return error;
  }
  if (error instanceof VisitOver) return new PanelError('UNAUTHENTICATED');
  if (error instanceof HashingOverloaded) return new PanelError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
  const away = awayOf(error);
  if (away !== null) {
    request.log.warn({ err: error }, away.what);
    return new PanelError(away.code, { retryAfterSeconds: away.retryAfterSeconds });
  }
  const known = FASTIFY_CODES[error.code] ?? (error instanceof SyntaxError ? 'MALFORMED_BODY' : undefined);
  if (known) return new PanelError(known);
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new PanelError('MALFORMED_BODY', {}, { cause: error });
  request.log.error({ err: error }, 'unhandled error');
  return new PanelError('INTERNAL_SERVER_ERROR', { requestId: request.id }, { cause: error });
}

/** Node's codes for a server that can't be reached or went away. */
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** For an error that isn't the caller's and may be over soon: how to answer, and what to log. */
function awayOf(error: Error): { code: ErrorCode; retryAfterSeconds: number; what: string } | null {
  if (isDiskFull(error)) return { code: 'INSUFFICIENT_STORAGE', retryAfterSeconds: 60, what: 'a disk is full' };
  if (isDatabaseAway(error)) return { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2, what: 'the database is away' };
  const isNetwork = 'code' in error && typeof error.code === 'string' && NETWORK.test(error.code);
  return isNetwork ? { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 2, what: 'another service is away' } : null;
}

/** An error as the API shows it. */
export const problemOf = ({ code, attrs }: PanelError): Problem => ({
  type: `urn:postern:error:${code}`,
  title: code.toLowerCase().replaceAll('_', ' '),
  status: ERROR_STATUS[code],
  code,
  desc: ERROR_DESCRIPTION[code],
  attrs,
});

/** Sends an error, also before any handler runs. */
export function sendProblem(reply: FastifyReply, error: PanelError): FastifyReply {
  const problem = problemOf(error);
  const { status } = problem;
  const wait = error.attrs.retryAfterSeconds;
  if (typeof wait === 'number') void reply.header('retry-after', String(Math.max(1, Math.ceil(wait))));
  // RFC 9110 §15.5.2, RFC 6750 §3. This scheme doesn't make browsers ask for a password.
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="panel"');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}
