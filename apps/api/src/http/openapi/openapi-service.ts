import { type Json, ofEveryAnswer, responsesFor } from './openapi-problems.ts';
import { SERVICE_TAG } from './openapi-guide.ts';

const nullable = (description: string): Json => ({ type: ['string', 'null'], description });

const VERSION: Json = {
  type: 'object',
  description: 'What runs.',
  required: ['version', 'commit', 'madeAt', 'build', 'schema'],
  properties: {
    version: { type: 'string', description: 'Of the release.' },
    commit: nullable('That the release was made from; null where the server runs from a clone.'),
    madeAt: { ...nullable('When that commit was made.'), format: 'date-time' },
    build: nullable("The hash of the server's sources; null where they run without a build."),
    schema: { type: 'integer', description: 'The newest migration of the database that this release knows.' },
  },
  additionalProperties: false,
  example: {
    version: '0.1.0',
    commit: '7f3c2a9b5e1d4c8f0a6b2d9e7c5f1a3b8d0e4c6f',
    madeAt: '2026-11-23T02:12:31.000Z',
    build: '9c1f0b7a52de4386',
    schema: 33,
  },
};

const READINESS: Json = {
  type: 'object',
  description: 'Whether this process takes requests, and what every request needs.',
  required: ['status', 'checks'],
  properties: {
    status: { enum: ['ready', 'not ready', 'draining'], description: '`draining`: the process was told to end.' },
    checks: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'ok'],
        properties: { name: { type: 'string' }, ok: { type: 'boolean', description: 'Whether it answers.' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};

const readiness = (status: string, ok: boolean): Json => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Readiness' },
    example: { status, checks: [{ name: 'database', ok }] },
  },
});

/** Addresses that are no operations of the contract: they need no `X-Auth`, so that a browser and any tool can open them. */
export const SERVICE_PATHS: Record<string, Json> = {
  '/healthz': {
    get: describe('readHealth', {
      summary: 'Read whether the process is up.',
      description:
        'For what restarts a process that hangs. It asks nothing else, so it answers also while the database is away.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['status'],
            properties: { status: { const: 'up' } },
            additionalProperties: false,
          },
          example: { status: 'up' },
        },
      },
      errors: [],
    }),
  },
  '/readyz': {
    get: describe('readReadiness', {
      summary: 'Read whether the process takes requests.',
      description:
        'For a load balancer: the database answers, and the process isn’t ending. No other service is asked.',
      content: readiness('ready', true),
      errors: [],
      refusals: {
        '503': {
          description: 'No requests should go to this process: the database doesn’t answer, or the process is ending.',
          headers: ofEveryAnswer(),
          content: readiness('not ready', false),
        },
      },
    }),
  },
  '/version': {
    get: describe('readVersion', {
      summary: 'Read which release runs.',
      description:
        'For anybody. It asks no database, and each process answers for itself: in an upgrade they differ for a while.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Version' } } },
      errors: [],
    }),
  },
  '/.well-known/security.txt': {
    get: describe('readSecurityContact', {
      summary: 'Read to whom a security problem is reported.',
      description:
        'For anybody, as RFC 9116 describes. Not found if the operator names no contact, or none that is still valid.',
      content: {
        'text/plain': {
          schema: { type: 'string' },
          example: 'Contact: mailto:security@your.example\nExpires: 2027-06-30T00:00:00.000Z\n',
        },
      },
      errors: ['NOT_FOUND'],
    }),
  },
};

export const SERVICE_SCHEMAS: Record<string, Json> = { Readiness: READINESS, Version: VERSION };

type Words = { summary: string; description: string; content: Json; errors: 'NOT_FOUND'[]; refusals?: Json };

function describe(operationId: string, { summary, description, content, errors, refusals = {} }: Words): Json {
  return {
    operationId,
    summary,
    description,
    tags: [SERVICE_TAG.title],
    security: [],
    responses: {
      '200': { description: 'Done.', headers: ofEveryAnswer(), content },
      ...responsesFor(['MALFORMED_REQUEST', ...errors, 'INTERNAL_SERVER_ERROR']),
      ...refusals,
    },
  };
}
