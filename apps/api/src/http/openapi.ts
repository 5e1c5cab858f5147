import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { ACCESS_ERRORS, ERROR_STATUS, type ErrorCode, UNIVERSAL_ERRORS } from '@postern/contract/errors';
import { type EventStream, followChanges } from '@postern/contract/live';
import { namesInPath, type Operation } from '@postern/contract/operation';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document, made from the contract that the server mounts. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of ALL_OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  paths[followChanges.path] = { get: describeStream(followChanges) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postern panel API',
      version: '1.0.0',
      description: 'Every call of the panel. Errors have one shape; writes accept an Idempotency-Key.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...ALL_OPERATIONS, followChanges].map(({ feature }) => feature))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token that signing in gave.' },
        purchase: { type: 'http', scheme: 'bearer', description: 'The token that opening a purchase link gave.' },
      },
      schemas: { Problem: problemSchema() },
    },
  };
}

function describeOperation(operation: Operation): Json {
  const { inPath, left: input } = takeOutPath(operation, toJsonSchema(operation.input, 'input'));
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.feature],
    ...(operation.access === 'open' ? { security: [] } : { security: [{ [operation.access]: [] }] }),
    parameters: [header('X-Auth', true, { const: 'controlPanel' }), ...inPath, ...parametersOf(operation, input)],
    ...(operation.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : {}),
    responses: {
      [String(operation.status ?? 200)]: {
        description: 'Done.',
        content: { 'application/json': { schema: toJsonSchema(operation.output, 'output') } },
      },
      ...errorResponses(operation),
    },
  };
}

function describeStream({ id, summary, feature, access, query, events }: EventStream): Json {
  const schemas = Object.entries(events).map(([name, schema]) => [name, toJsonSchema(schema, 'output')]);
  return {
    operationId: id,
    summary,
    tags: [feature],
    security: [{ [access]: [] }],
    parameters: [
      header('X-Auth', true, { const: 'controlPanel' }),
      header('Last-Event-ID', false, { type: 'string' }),
      ...queryOf(toJsonSchema(query, 'input')),
    ],
    responses: {
      '200': {
        description: 'Server-sent events that go on; `x-events` says what `data` is, by the name of the event.',
        content: {
          'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(schemas) as Json },
        },
      },
      ...errorResponses({ access, errors: [] }),
    },
  };
}

const header = (name: string, required: boolean, schema: Json): Json => ({ name, in: 'header', required, schema });

/** The fields that travel in the path as its parameters, and the input without them. */
function takeOutPath({ path }: Operation, input: Json): { inPath: Json[]; left: Json } {
  const names = namesInPath(path);
  if (names.length === 0) return { inPath: [], left: input };
  const properties = Object.entries((input.properties as Record<string, Json> | undefined) ?? {});
  const isInPath = ([name]: [string, unknown]) => names.includes(name);
  return {
    inPath: properties.filter(isInPath).map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    left: {
      ...input,
      properties: Object.fromEntries(properties.filter((one) => !isInPath(one))),
      required: ((input.required as string[] | undefined) ?? []).filter((name) => !names.includes(name)),
    },
  };
}

function parametersOf(operation: Operation, input: Json): Json[] {
  if (operation.method === 'GET') return queryOf(input);
  const key = operation.access === 'open' ? [] : [header('Idempotency-Key', false, { type: 'string', maxLength: 200 })];
  const bundle =
    operation.access === 'session'
      ? [{ name: 'bundleId', in: 'query', required: false, schema: { type: 'string' } }]
      : [];
  return [...key, ...bundle, ...(operation.method === 'DELETE' ? queryOf(input) : [])];
}

function queryOf(input: Json): Json[] {
  const required = new Set((input.required as string[] | undefined) ?? []);
  return Object.entries((input.properties as Record<string, Json> | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

function errorResponses(operation: Pick<Operation, 'access' | 'errors'>): Record<string, Json> {
  const byStatus = Map.groupBy<number, ErrorCode>(
    [...operation.errors, ...ACCESS_ERRORS[operation.access], ...UNIVERSAL_ERRORS],
    (code) => ERROR_STATUS[code],
  );
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: [...new Set(codes)].join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  }) as Json;
  return rest;
}

function problemSchema(): Json {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'desc', 'attrs'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
      desc: { type: 'string', description: 'A sentence for a person.' },
      attrs: { type: 'object', description: 'Facts; `fields` names refused fields of a VALIDATION_FAILED.' },
    },
  };
}
