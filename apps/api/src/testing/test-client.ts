import { ACCESS_ERRORS, type ErrorCode, type Problem, UNIVERSAL_ERRORS } from '@postern/contract/errors';
import { type InputOf, type Operation, type OutputOf, placeInput } from '@postern/contract/operation';

export type CallOptions = {
  token?: string | undefined;
  /** A bundle other than the session's active one. */
  bundleId?: string;
  headers?: Record<string, string>;
};

export type Answer<O extends Operation> =
  | { ok: true; status: number; body: OutputOf<O>; text: string; headers: Headers }
  | { ok: false; status: number; code: ErrorCode; problem: Problem; text: string; headers: Headers };

export type TestClient = {
  /** Makes one call over HTTP. Throws if the answer doesn't match the contract. */
  call<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<Answer<O>>;
  /** The same for a call that must succeed. */
  must<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<OutputOf<O>>;
  /** The error code of a call that must be refused. */
  refusal<O extends Operation>(operation: O, input: InputOf<O>, options?: CallOptions): Promise<ErrorCode>;
};

/** How a client parses an answer. */
type ReadAnswer = (operation: Operation, body: unknown) => unknown;

const byContract: ReadAnswer = ({ output }, body) => output.parse(body);
/** Accepts an answer without checking it, because a former release sends fewer fields. */
export const asItIs: ReadAnswer = (_operation, body) => body;

/** Calls operations of a running panel, and checks every answer against the contract. `lastError` explains an internal error. */
export function testClient(
  baseUrl: string,
  lastError: () => string = () => '',
  read: ReadAnswer = byContract,
): TestClient {
  const client: TestClient = {
    call: async (operation, input, options = {}) => {
      const response = await fetch(addressOf(baseUrl, operation, input, options), {
        method: operation.method,
        headers: {
          'x-auth': 'controlPanel',
          ...(operation.method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
          ...options.headers,
        },
        ...(operation.method === 'POST' ? { body: JSON.stringify(restOf(operation, input)) } : {}),
      });
      const text = await response.text();
      const body: unknown = JSON.parse(text);
      const { status } = response;
      if (status < 400) {
        if (status !== (operation.status ?? 200)) throw new Error(`${operation.id} answered ${status}.`);
        const { headers } = response;
        return { ok: true, status, body: read(operation, body) as OutputOf<typeof operation>, text, headers };
      }
      const problem = readProblem(response, body);
      if (problem.code === 'INTERNAL_SERVER_ERROR') throw new Error(`${operation.id} broke: ${lastError()}`);
      const listed: readonly ErrorCode[] = [
        ...operation.errors,
        ...UNIVERSAL_ERRORS,
        ...ACCESS_ERRORS[operation.access],
      ];
      if (!listed.includes(problem.code)) throw new Error(`${operation.id} may not answer ${problem.code}.`);
      return { ok: false, status, code: problem.code, problem, text, headers: response.headers };
    },
    must: async (operation, input, options) => {
      const answer = await client.call(operation, input, options);
      if (!answer.ok) throw new Error(`${operation.id} was refused: ${answer.text}`);
      return answer.body;
    },
    refusal: async (operation, input, options) => {
      const answer = await client.call(operation, input, options);
      if (answer.ok) throw new Error(`${operation.id} was not refused: ${answer.text}`);
      return answer.code;
    },
  };
  return client;
}

/** A test may send something that is not a valid input. */
const isRecord = (input: unknown): input is Record<string, unknown> => typeof input === 'object' && input !== null;

const restOf = ({ path }: Operation, input: unknown): unknown =>
  isRecord(input) ? placeInput(path, input).rest : input;

function addressOf(baseUrl: string, operation: Operation, input: unknown, { bundleId }: CallOptions): string {
  const { path, rest } = placeInput(operation.path, isRecord(input) ? input : {});
  const url = new URL(path, baseUrl);
  const query = operation.method === 'POST' ? {} : rest;
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (bundleId !== undefined) url.searchParams.set('bundleId', bundleId);
  return url.href;
}

/** Reads an error answer. Throws if it doesn't have the common shape. */
export function readProblem(response: Response, body: unknown): Problem {
  const problem = body as Problem;
  const isShape =
    response.headers.get('content-type')?.startsWith('application/problem+json') === true &&
    typeof problem === 'object' &&
    problem !== null &&
    Object.keys(problem).sort().join() === 'attrs,code,desc,status,title,type' &&
    problem.status === response.status &&
    typeof problem.desc === 'string' &&
    /^[A-Z_]+$/.test(problem.code);
  if (!isShape) throw new Error(`Not a problem (${response.status}): ${JSON.stringify(body)}`);
  return problem;
}
