import { namesInPath, type Operation, type OutputOf, type ParsedInputOf } from '@postern/contract/operation';
import { ACTIVE_BUNDLE } from '@postern/contract/shapes';
import { isStaffRole } from '@postern/domain/sign-in';
import { mayInVisit, mayInVisitWith, type VisitPlace, visitRule } from '@postern/domain/support-visits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { callFrom } from '../runtime/request-origin.ts';
import { browserOf } from './browser-marks.ts';
import { compressing } from './compressed-answers.ts';
import { findUnstorableText } from './find-unstorable-text.ts';
import type { Idempotency } from './idempotency.ts';
import { notInVisit } from './not-in-visit.ts';
import { invalid, PanelError } from './panel-error.ts';
import type {
  ImportContext,
  PartnerActor,
  PartnerContext,
  PurchaseActor,
  PurchaseContext,
  RequestContext,
  SessionActor,
  SessionContext,
  StaffActor,
  StaffContext,
} from './request-context.ts';

type ContextOf<O extends Operation> = O['access'] extends 'session'
  ? ImportContext
  : O['access'] extends 'purchase'
    ? PurchaseContext
    : O['access'] extends 'partner'
      ? PartnerContext
      : O['access'] extends 'staff'
        ? StaffContext
        : RequestContext;

export type ServeDeps = {
  findSession: (token: string, bundleId: string | undefined) => Promise<SessionActor>;
  /** Throws PASSWORD_NEEDED unless the session gave its password in the last minutes. */
  assertConfirmed: (actor: SessionActor) => Promise<void>;
  findPurchase: (token: string) => Promise<PurchaseActor>;
  findPartnerActor: (apiKey: string) => Promise<PartnerActor>;
  findStaffActor: (token: string, operation: Operation) => Promise<StaffActor>;
  /** Records where a supporter looks during a visit. */
  noteLook: (actor: SessionActor, place: VisitPlace) => Promise<void>;
  /** The holder of a mailed link that is about one import. */
  findImportActor: (token: string) => Promise<{ actor: SessionActor; importTaskId: string }>;
  idempotency: Idempotency;
  /** Whether people reach the panel over https, so that browsers get secure cookies. */
  isSecure: boolean;
};

export type Serve = <O extends Operation>(
  operation: O,
  handler: (context: ContextOf<O>, input: ParsedInputOf<O>) => Promise<z.input<O['output']>>,
) => void;

/** Visible ASCII, as a pattern that the OpenAPI document prints, too. */
export const KEY_CHARACTERS = '[!-~]';
export const KEY_MAXIMUM = 200;
const KEY = new RegExp(`^${KEY_CHARACTERS}{1,${KEY_MAXIMUM}}$`);

/**
 * Mounts contract operations: authenticates, parses the input, runs the use case once per key, and strips the answer to the contract. The
 * order matters: an unauthenticated caller learns nothing from validation.
 */
export function createServe(app: FastifyInstance, deps: ServeDeps): Serve {
  return (operation, handler) => {
    const schemas = compiledOnDemand(operation);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(operation.maximumBodyBytes === undefined ? {} : { bodyLimit: operation.maximumBodyBytes }),
      ...compressing(operation),
      handler: async (request, reply) => {
        if (namesInPath(operation.path).length > 0) assertOwnAddress(app, request, reply);
        // A partner's server is no browser that a page could make call.
        if (operation.access !== 'partner') assertClient(request);
        const context = await authenticate(deps, operation, request, reply);
        const input = parseInput(operation, schemas.input, request);
        const { actor } = context as Partial<SessionContext>;
        if (actor !== undefined && isStaffRole(actor.role) && !mayInVisitWith(operation.id, input)) throw notInVisit();
        if (operation.needsPassword?.(input as never)) await deps.assertConfirmed((context as SessionContext).actor);
        const caller = { ip: context.ip, agent: context.browser.agent, ...(actor?.visit && { visit: actor.visit }) };
        // An open operation has no caller that a key could belong to.
        const run = async () =>
          schemas.output.parse(
            await callFrom(caller, async () => {
              const rule = visitRule(operation.id);
              if (actor?.visit && rule.is === 'look') await deps.noteLook(actor, rule.at);
              return handler(context as never, input as never);
            }),
          ) as OutputOf<Operation>;
        const scope = scopeOf(context);
        const answer =
          operation.method === 'GET' || context.idempotencyKey === null || scope === null
            ? await run()
            : await deps.idempotency.once({ scope, key: context.idempotencyKey, body: [operation.id, input] }, run);
        return reply.code(operation.status ?? 200).send(answer);
      },
    });
  };
}

/**
 * Compiles the operation's schemas, which is ten times as fast as interpreting them. On the first call, so that the start doesn't wait; in a
 * build they are only made then (ADR 126).
 */
function compiledOnDemand(operation: Operation): Pick<Operation, 'input' | 'output'> {
  let compiledInput: z.ZodMiniType | undefined;
  let compiledOutput: z.ZodMiniType | undefined;
  return {
    get input() {
      return (compiledInput ??= z.compile(operation.input));
    },
    get output() {
      return (compiledOutput ??= z.compile(operation.output));
    },
  };
}

async function authenticate(
  deps: ServeDeps,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestContext> {
  const key = request.headers['idempotency-key'];
  if (key !== undefined && (typeof key !== 'string' || !KEY.test(key))) {
    throw invalid([
      { path: 'Idempotency-Key', code: 'invalid_format', message: 'Send 1 to 200 visible ASCII characters.' },
    ]);
  }
  const context: RequestContext = {
    requestId: request.id,
    log: request.log,
    ip: request.ip,
    browser: browserOf(request, reply, deps.isSecure),
    idempotencyKey: key ?? null,
  };
  if (operation.access === 'open') return context;
  const importToken = operation.takesImportToken === true ? importTokenOf(request) : null;
  if (importToken !== null)
    return { ...context, token: importToken, ...(await deps.findImportActor(importToken)) } as ImportContext;
  const token = bearerOf(request);
  if (operation.access === 'purchase')
    return { ...context, purchase: await deps.findPurchase(token) } as PurchaseContext;
  if (operation.access === 'partner')
    return { ...context, partner: await deps.findPartnerActor(token) } as PartnerContext;
  if (operation.access === 'staff')
    return { ...context, staff: await deps.findStaffActor(token, operation) } as StaffContext;
  const actor = await deps.findSession(token, bundleIdOf(request));
  assertMayInVisit(actor, operation.id);
  return { ...context, token, actor, importTaskId: null } as ImportContext;
}

/** Staff act only in visits, and may call only the operations on their list. SUP-01. */
function assertMayInVisit({ role }: SessionActor, operationId: string): void {
  if (isStaffRole(role) && !mayInVisit(operationId)) throw notInVisit();
}

/** Authenticates a call of an address outside the operations, with the same headers and errors. */
export async function sessionOf(
  findSession: ServeDeps['findSession'],
  request: FastifyRequest,
  operationId: string,
): Promise<{ actor: SessionActor; bundleId: string | undefined }> {
  assertClient(request);
  const bundleId = bundleIdOf(request);
  const actor = await findSession(bearerOf(request), bundleId);
  assertMayInVisit(actor, operationId);
  return { actor, bundleId };
}

/** Refuses a call that only matches because a path parameter fits another operation's address, which has other methods. */
function assertOwnAddress(app: FastifyInstance, { url }: FastifyRequest, reply: FastifyReply): void {
  const pathname = url.split('?')[0] ?? '';
  const methods = (['DELETE', 'GET', 'POST'] as const).filter((method) => app.hasRoute({ method, url: pathname }));
  if (methods.length === 0) return;
  void reply.header('allow', methods.join(', '));
  throw new PanelError('METHOD_NOT_ALLOWED');
}

function assertClient(request: FastifyRequest): void {
  if (request.headers['x-auth'] !== 'controlPanel') throw new PanelError('MISSING_CLIENT');
}

function bundleIdOf(request: FastifyRequest): string | undefined {
  const { bundleId } = request.query as { bundleId?: unknown };
  if (bundleId !== undefined && typeof bundleId !== 'string') throw new PanelError('BUNDLE_NOT_FOUND');
  return bundleId === ACTIVE_BUNDLE ? undefined : bundleId;
}

/** `Authorization: Bearer TOKEN`, or the bare token. */
function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization;
  if (!header || header.length > 500) throw new PanelError('UNAUTHENTICATED');
  return header.replace(/^Bearer +/i, '').trim();
}

/** `Authorization: Import TOKEN`; null for a session. */
function importTokenOf({ headers }: FastifyRequest): string | null {
  const [, token = null] = /^Import +(\S{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

function scopeOf(context: Partial<ImportContext & PurchaseContext & PartnerContext & StaffContext>): string | null {
  if (context.importTaskId) return `import/${context.importTaskId}`;
  if (context.actor?.visit) return `visit/${context.actor.visit.visitId}`;
  if (context.staff) return `staff/${context.staff.sessionHash}`;
  if (context.actor)
    return `${context.actor.customerId}/${context.actor.bundleId}/${context.actor.mailboxId ?? 'customer'}`;
  if (context.partner) return `partner/${context.partner.partnerId}`;
  return context.purchase ? `purchase/${context.purchase.purchaseId}` : null;
}

/** A missing body counts as an empty object; `null` is a body, but not an object. */
const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body);

function parseInput(operation: Operation, schema: z.ZodMiniType, request: FastifyRequest): unknown {
  const sent = operation.method === 'POST' ? bodyOf(request) : { ...(request.query as object) };
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const raw = isObject && namesInPath(operation.path).length > 0 ? { ...sent, ...(request.params as object) } : sent;
  return parseBy(schema, raw);
}

/** The query of a call of an address outside the operations, with the same errors. */
export const parseQuery = <Query extends z.ZodMiniType>(schema: Query, { query }: FastifyRequest): z.output<Query> =>
  parseBy(schema, { ...(query as object) }) as z.output<Query>;

function parseBy(schema: z.ZodMiniType, raw: unknown): unknown {
  const parsed = schema.safeParse(raw);
  if (parsed.success) {
    const path = findUnstorableText(parsed.data);
    if (path === null) return parsed.data;
    throw invalid([
      {
        path: path.join('.').slice(0, 200),
        code: 'CONTROL_CHARACTER',
        message: 'Send text without U+0000 and without half of a surrogate pair.',
      },
    ]);
  }
  throw invalid(
    parsed.error.issues.slice(0, 50).map((issue) => ({
      path: issue.path.map(String).join('.').slice(0, 200),
      code: issue.code === 'custom' ? issue.message : issue.code,
      message: issue.message.slice(0, 300),
    })),
  );
}
