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

/** Addresses that are no operations of the contract: they need no `X-Auth`, so that a browser and any tool can open them. */
export const SERVICE_PATHS: Record<string, Json> = {
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

export const SERVICE_SCHEMAS: Record<string, Json> = { Version: VERSION };

type Words = { summary: string; description: string; content: Json; errors: 'NOT_FOUND'[] };

function describe(operationId: string, { summary, description, content, errors }: Words): Json {
  return {
    operationId,
    summary,
    description,
    tags: [SERVICE_TAG.title],
    security: [],
    responses: {
      '200': { description: 'Done.', headers: ofEveryAnswer(), content },
      ...responsesFor(['MALFORMED_REQUEST', ...errors, 'INTERNAL_SERVER_ERROR']),
    },
  };
}
