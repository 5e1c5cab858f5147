import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { type EventStream, followChanges } from '@postern/contract/live';
import { exportActivity } from '@postern/contract/activity';
import { exportMailboxes } from '@postern/contract/mailboxes';
import { type FileDownload, namesInPath, type Operation, placeInput } from '@postern/contract/operation';
import { exampleOf } from './openapi-examples.ts';
import { INTRODUCTION, SERVICE_TAG, STREAM_DESCRIPTION, TAGS } from './openapi-guide.ts';
import {
  ANSWER_HEADERS,
  errorResponses,
  FIELD_PROBLEM,
  type Json,
  ofEveryAnswer,
  PROBLEM,
} from './openapi-problems.ts';
import { askByRules } from './openapi-rules.ts';
import { inputSchema, outputSchema } from './openapi-schemas.ts';
import { SERVICE_PATHS, SERVICE_SCHEMAS } from './openapi-service.ts';
import { KEY_CHARACTERS, KEY_MAXIMUM } from '../serve.ts';

/** The OpenAPI 3.1 document, generated from the contract that the server mounts. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = { Problem: PROBLEM, FieldProblem: FIELD_PROBLEM, ...SERVICE_SCHEMAS };
  for (const operation of ALL_OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, schemas),
    };
  }
  paths[followChanges.path] = { get: describeStream(followChanges, schemas) };
  Object.assign(paths, SERVICE_PATHS);
  for (const download of [exportActivity, exportMailboxes, invoicePdf, invoiceXml])
    paths[download.path] = { get: describeDownload(download) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postern panel API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [serverOf(publicUrl)],
    tags: [...Object.values(TAGS), SERVICE_TAG].map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token from signing in.' },
        purchase: { type: 'http', scheme: 'bearer', description: 'The token from opening a purchase link.' },
        partner: { type: 'http', scheme: 'bearer', description: 'An API key of a partner, for its server only.' },
        staff: { type: 'http', scheme: 'bearer', description: 'The token from signing in as a member of staff.' },
      },
      headers: ANSWER_HEADERS,
      parameters: { Client: CLIENT, IdempotencyKey: KEY, ActiveBundle: BUNDLE },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

/** A panel that only its own machine reaches has no address that means anything to a reader elsewhere. */
function serverOf(publicUrl: string): Json {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicUrl).hostname);
  return { url: isLocal ? '/' : publicUrl, description: 'This installation.' };
}

function describeOperation(operation: Operation, schemas: Record<string, Json>): Json {
  const whole = inputSchema(operation.input);
  askByRules(operation.id, whole);
  const { inPath, left: input } = takeOutPath(operation, whole);
  const example = exampleOf(operation.id);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [tagOf(operation)],
    security: operation.access === 'open' ? [] : [{ [operation.access]: [] }],
    parameters: withExamples([...clientOf(operation), ...inPath, ...parametersOf(operation, input)], example?.input),
    ...(operation.method === 'POST'
      ? {
          requestBody: {
            // A missing body counts as an empty object.
            required: requiredOf(input).length > 0,
            content: { 'application/json': { schema: input, ...bodyExample(operation, example?.input) } },
          },
        }
      : {}),
    responses: {
      [String(operation.status ?? 200)]: {
        description: operation.status === 202 ? 'Accepted.' : 'Done.',
        headers: ofEveryAnswer(),
        content: {
          'application/json': {
            schema: outputSchema(operation.output, schemas),
            ...(example === undefined ? {} : { example: example.output }),
          },
        },
      },
      ...errorResponses(operation),
    },
  };
}

const tagOf = ({ feature }: { feature: string }): string => TAGS[feature]?.title ?? feature;

const bodyExample = ({ path }: Operation, input: Json | undefined): Json =>
  input === undefined ? {} : { example: placeInput(path, input).rest };

/** Gives each parameter that the example names its value there. */
const withExamples = (parameters: Json[], input: Json = {}): Json[] =>
  parameters.map((parameter) => {
    const value = input[String(parameter.name)];
    return value === undefined ? parameter : { ...parameter, example: value };
  });

function describeStream(
  { id, summary, feature, access, query, events }: EventStream,
  named: Record<string, Json>,
): Json {
  const schemas = Object.entries(events).map(([name, schema]) => [name, outputSchema(schema, named)]);
  return {
    operationId: id,
    summary,
    description: STREAM_DESCRIPTION,
    tags: [tagOf({ feature })],
    security: [{ [access]: [] }],
    parameters: [
      CLIENT_HERE,
      header('Last-Event-ID', false, { type: 'string' }, 'The id of the last event that was received.'),
      ...queryOf(inputSchema(query)),
    ],
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

const inPathOf = (name: string): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

function describeDownload({ id, path, ...download }: FileDownload): Json {
  const { summary, description, feature, access, query, mediaType, errors } = download;
  return {
    operationId: id,
    summary,
    description,
    tags: [tagOf({ feature })],
    security: [{ [access]: [] }],
    parameters: [CLIENT_HERE, ...namesInPath(path).map(inPathOf), ...queryOf(inputSchema(query))],
    responses: {
      '200': {
        description: 'The file.',
        headers: ofEveryAnswer(),
        content: { [mediaType]: { schema: { type: 'string' } } },
      },
      ...errorResponses({ access, errors }),
    },
  };
}

const header = (name: string, required: boolean, schema: Json, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const CLIENT = header(
  'X-Auth',
  true,
  { type: 'string', const: 'controlPanel', default: 'controlPanel' },
  "Every call sends it, so that another website can't call with a visitor's browser.",
);
const KEY = header(
  'Idempotency-Key',
  false,
  { type: 'string', minLength: 1, maxLength: KEY_MAXIMUM, pattern: `^${KEY_CHARACTERS}+$` },
  'Makes it safe to repeat the call: it is done once, and the repetition gets the first answer.',
);
const BUNDLE: Json = {
  name: 'bundleId',
  in: 'query',
  required: false,
  description: "The bundle that the call is about; `-1` or none: the session's active one.",
  schema: { type: 'string' },
};
const CLIENT_HERE = { $ref: '#/components/parameters/Client' };
/** A partner's server needs no header that says it isn't a strange page in a browser. */
const clientOf = ({ access }: Operation): Json[] => (access === 'partner' ? [] : [CLIENT_HERE]);

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
  const key = operation.access === 'open' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }];
  const bundle = operation.access === 'session' ? [{ $ref: '#/components/parameters/ActiveBundle' }] : [];
  return [...key, ...bundle, ...(operation.method === 'DELETE' ? queryOf(input) : [])];
}

function queryOf(input: Json): Json[] {
  const required = new Set(requiredOf(input));
  return Object.entries((input.properties as Record<string, Json> | undefined) ?? {}).map(([name, schema]) =>
    name === 'bundleId'
      ? { $ref: '#/components/parameters/ActiveBundle' }
      : { name, in: 'query', required: required.has(name), schema },
  );
}
