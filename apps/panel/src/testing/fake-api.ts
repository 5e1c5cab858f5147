import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { ACCESS_ERRORS, ERROR_STATUS, type ErrorCode, UNIVERSAL_ERRORS } from '@postern/contract/errors';
import { followChanges } from '@postern/contract/live';
import type { Operation } from '@postern/contract/operation';
import { FakeStreams } from './fake-streams.ts';
import type { Handlers, OperationId } from './operations.ts';

export type FakeCall = { id: OperationId; input: Record<string, unknown>; headers: Headers };

class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;
  constructor(code: ErrorCode, details: RefusalDetails) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
type RefusalDetails = { attrs?: Record<string, unknown>; desc?: string; retryAfterSeconds?: number };

/** A handler throws it to refuse with this code. */
export const refusal = (code: ErrorCode, details: RefusalDetails = {}): Error => new Refusal(code, details);
/** A handler throws it for a lost connection. */
export const noConnection = (): Error => new TypeError('Failed to fetch');

/** Holds a handler, so that a screen's loading state can be seen; `open` lets it continue. */
export function gate(): { closed: Promise<void>; open: () => void } {
  let open: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { closed, open };
}

const QUIET: Handlers = {
  reportPreAuthEvent: () => ({}),
  reportEntityChange: () => ({}),
  // Without a mail plan there are no first steps; a test about them says otherwise.
  readFirstSteps: () => ({ boughtAt: null, mailboxes: 0, domainSetAt: null, phoneSetUpAt: null, teamToldAt: null }),
  listSignIns: () => ({ signIns: [], nextCursor: null }),
  listSupportVisits: () => ({ consentRequired: false, visits: [] }),
  readErasure: () => ({ erasure: null }),
  listInvoices: () => ({ invoices: [], nextCursor: null, total: 0 }),
};

/** Replaces the panel API at `fetch`. Inputs and answers must fit the contract, or the test fails. */
export class FakeApi {
  readonly calls: FakeCall[] = [];
  /** The streams on which the panel receives changes. */
  readonly live = new FakeStreams();
  readonly #handlers: Handlers;
  readonly #realFetch = globalThis.fetch;

  constructor(handlers: Handlers) {
    this.#handlers = { ...QUIET, ...handlers };
    globalThis.fetch = (target, init) => this.#fetch(target, init);
  }

  /** Changes the handlers from here on. */
  use(handlers: Handlers): void {
    Object.assign(this.#handlers, handlers);
  }

  callsOf(id: OperationId): FakeCall[] {
    return this.calls.filter((call) => call.id === id);
  }

  restore(): void {
    globalThis.fetch = this.#realFetch;
  }

  async #fetch(target: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(target, init);
    const url = new URL(request.url);
    if (url.pathname === followChanges.path) return this.live.open(request);
    const operation = ALL_OPERATIONS.find(
      (each) => each.method === request.method && patternOf(each).test(url.pathname),
    );
    if (!operation) return this.#realFetch(target, init);
    request.signal.throwIfAborted();
    const inPath = patternOf(operation).exec(url.pathname)?.groups ?? {};
    const input = { ...inputOf(request, url, init), ...inPath };
    return await answer(operation, input, request, this.#handlers, this.calls);
  }
}

/** The operation's path, in which `{jobId}` matches any value. */
const patternOf = ({ path }: Operation): RegExp => new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** Reads synchronously, so that calls are recorded in the order in which the panel makes them. */
const inputOf = (request: Request, url: URL, init?: RequestInit): Record<string, unknown> =>
  request.method === 'POST'
    ? (JSON.parse(init?.body as string) as Record<string, unknown>)
    : Object.fromEntries(url.searchParams);

async function answer(
  operation: Operation,
  input: Record<string, unknown>,
  request: Request,
  handlers: Handlers,
  calls: FakeCall[],
): Promise<Response> {
  const id = operation.id as OperationId;
  if (operation.feature !== 'events' && request.headers.get('X-Auth') !== 'controlPanel')
    return problem('MISSING_CLIENT');
  calls.push({ id, input, headers: request.headers });
  const handler = handlers[id] as ((input: unknown, request: Request) => unknown) | undefined;
  if (!handler) throw new Error(`the test calls ${id}, but gives no handler for it`);
  try {
    const output = await handler(operation.input.parse(input), request);
    return Response.json(operation.output.parse(output), { status: operation.status ?? 200 });
  } catch (error) {
    if (error instanceof Refusal) return refuse(operation, error);
    throw error;
  }
}

function refuse(operation: Operation, { code, details }: Refusal): Response {
  const allowed: readonly ErrorCode[] = [...operation.errors, ...ACCESS_ERRORS[operation.access], ...UNIVERSAL_ERRORS];
  if (!allowed.includes(code)) throw new Error(`${operation.id} can't be refused with ${code}`);
  return problem(code, details);
}

function problem(code: ErrorCode, { attrs = {}, desc = '', retryAfterSeconds }: RefusalDetails = {}): Response {
  const status = ERROR_STATUS[code];
  const headers: Record<string, string> = { 'Content-Type': 'application/problem+json' };
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return new Response(JSON.stringify({ type: 'about:blank', title: code, status, code, desc, attrs }), {
    status,
    headers,
  });
}
