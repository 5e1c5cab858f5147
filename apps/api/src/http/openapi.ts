import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { type EventStream, followChanges } from '@postern/contract/live';
import { namesInPath, type Operation } from '@postern/contract/operation';
import * as z from 'zod/mini';
import { ANSWER_HEADERS, errorResponses, type Json, ofEveryAnswer, PROBLEM } from './openapi-problems.ts';
import { askByRules } from './openapi-rules.ts';
import { KEY_CHARACTERS, KEY_MAXIMUM } from './serve.ts';

/** No text may contain U+0000 (find-unstorable-text.ts). */
const STORABLE = '^[^\\u0000]*$';

/** The OpenAPI 3.1 document, generated from the contract that the server mounts. */
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
      description: 'All calls of the panel. All errors have the same shape, and writes accept an Idempotency-Key.',
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set([...ALL_OPERATIONS, followChanges].map(({ feature }) => feature))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token from signing in.' },
        purchase: { type: 'http', scheme: 'bearer', description: 'The token from opening a purchase link.' },
      },
      headers: ANSWER_HEADERS,
      schemas: { Problem: PROBLEM },
    },
  };
}

function describeOperation(operation: Operation): Json {
  const whole = toJsonSchema(operation.input, 'input');
  askByRules(operation.id, whole);
  const { inPath, left: input } = takeOutPath(operation, whole);
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.feature],
    ...(operation.access === 'open' ? { security: [] } : { security: [{ [operation.access]: [] }] }),
    parameters: [CLIENT, ...inPath, ...parametersOf(operation, input)],
    ...(operation.method === 'POST'
      ? {
          requestBody: {
            // A missing body counts as an empty object.
            required: requiredOf(input).length > 0,
            content: { 'application/json': { schema: input } },
          },
        }
      : {}),
    responses: {
      [String(operation.status ?? 200)]: {
        description: 'Done.',
        headers: ofEveryAnswer(),
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
    parameters: [CLIENT, header('Last-Event-ID', false, { type: 'string' }), ...queryOf(toJsonSchema(query, 'input'))],
    responses: {
      '200': {
        description: 'A stream of server-sent events; `x-events` gives the shape of `data` by event name.',
        headers: ofEveryAnswer(),
        content: {
          'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(schemas) as Json },
        },
      },
      ...errorResponses({ access, errors: [] }),
    },
  };
}

const header = (name: string, required: boolean, schema: Json): Json => ({ name, in: 'header', required, schema });

const CLIENT = header('X-Auth', true, { type: 'string', const: 'controlPanel' });
const KEY = header('Idempotency-Key', false, {
  type: 'string',
  minLength: 1,
  maxLength: KEY_MAXIMUM,
  pattern: `^${KEY_CHARACTERS}+$`,
});

const requiredOf = (input: Json): string[] => (input.required as string[] | undefined) ?? [];

/** Splits the input into the path's parameters and the rest. */
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
      required: requiredOf(input).filter((name) => !names.includes(name)),
    },
  };
}

function parametersOf(operation: Operation, input: Json): Json[] {
  if (operation.method === 'GET') return queryOf(input);
  const key = operation.access === 'open' ? [] : [KEY];
  const bundle =
    operation.access === 'session'
      ? [{ name: 'bundleId', in: 'query', required: false, schema: { type: 'string' } }]
      : [];
  return [...key, ...bundle, ...(operation.method === 'DELETE' ? queryOf(input) : [])];
}

function queryOf(input: Json): Json[] {
  const required = new Set(requiredOf(input));
  return Object.entries((input.properties as Record<string, Json> | undefined) ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }));
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (io === 'input' && def.type === 'default') jsonSchema.default ??= def.defaultValue as Json;
      const isText = jsonSchema.type === 'string' && !jsonSchema.enum && jsonSchema.const === undefined;
      if (io === 'input' && isText) jsonSchema.pattern ??= STORABLE;
    },
  }) as Json;
  return rest;
}
