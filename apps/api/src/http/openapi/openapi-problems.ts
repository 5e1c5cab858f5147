import { ACCESS_ERRORS, ERROR_STATUS, type ErrorCode, UNIVERSAL_ERRORS } from '@postern/contract/errors';
import type { Operation } from '@postern/contract/operation';
import { ERROR_DESCRIPTION } from '../describe-error.ts';
import { problemOf } from '../error-handler.ts';
import { PanelError } from '../panel-error.ts';

export type Json = Record<string, unknown>;

const answerHeader = (description: string, schema: Json, required: boolean): Json => ({
  description,
  required,
  schema,
});

/** The documented headers of answers. */
export const ANSWER_HEADERS = {
  RequestId: answerHeader('Identifies this call in the log.', { type: 'string', format: 'uuid' }, true),
  Challenge: answerHeader('The authentication scheme: `Bearer`.', { type: 'string' }, true),
  Allow: answerHeader('The methods that this address accepts, separated by commas.', { type: 'string' }, true),
  RetryAfter: answerHeader('Seconds to wait.', { type: 'string', pattern: '^[1-9][0-9]*$' }, true),
};

type HeaderName = keyof typeof ANSWER_HEADERS;

const refer = (name: HeaderName): Json => ({ $ref: `#/components/headers/${name}` });

export const ofEveryAnswer = (): Json => ({ 'X-Request-Id': refer('RequestId') });

const OF_STATUS: Record<number, Json> = {
  401: { 'WWW-Authenticate': refer('Challenge') },
  405: { Allow: refer('Allow') },
  429: { 'Retry-After': refer('RetryAfter') },
};

/** The errors that an operation may return, by status, each with its possible codes. */
export const errorResponses = ({ errors, access }: Pick<Operation, 'access' | 'errors'>): Record<string, Json> =>
  responsesFor([...errors, ...ACCESS_ERRORS[access], ...UNIVERSAL_ERRORS]);

export function responsesFor(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = Map.groupBy<number, ErrorCode>(new Set(codes), (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `- \`${code}\`: ${ERROR_DESCRIPTION[code]}`).join('\n'),
        headers: { ...ofEveryAnswer(), ...OF_STATUS[status] },
        content: { 'application/problem+json': { schema: schemaOf(status, codes), ...exampleOf(codes) } },
      },
    ]),
  );
}

/** The answer as the server makes it for the first of the codes. */
const exampleOf = ([code]: ErrorCode[]): Json =>
  code === undefined ? {} : { example: problemOf(new PanelError(code)) };

const schemaOf = (status: number, codes: ErrorCode[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { properties: { status: { const: status }, code: { enum: codes } } },
  ],
});

/** A refused field. */
export const FIELD_PROBLEM: Json = {
  type: 'object',
  description: 'A refused field of an input.',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'With dots, such as `billingAddress.city`.' },
    code: { type: 'string' },
    message: { type: 'string', description: 'For a developer.' },
  },
  additionalProperties: false,
};

/** The one shape of every error. */
export const PROBLEM: Json = {
  type: 'object',
  description: 'The one shape of every error (RFC 9457). Decide by `code`.',
  required: ['type', 'title', 'status', 'code', 'desc', 'attrs'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    desc: { type: 'string', description: 'A sentence for a person.' },
    attrs: {
      type: 'object',
      description: 'Details; with VALIDATION_FAILED, `fields` lists the refused fields.',
      properties: { fields: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } } },
    },
  },
  additionalProperties: false,
};
