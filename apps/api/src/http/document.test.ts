import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { listMailboxes } from '@postern/contract/mailboxes';
import { placeInput, type Operation } from '@postern/contract/operation';
import { signIn } from '@postern/contract/sign-in';
import { beforeAll, expect, test } from 'vitest';
import { aCustomerWithDomain, aMailbox, type TestCustomer } from '../testing/builders.ts';
import { sampleInput, withValueAt } from '../testing/sample-input.ts';
import { aSessionAs } from '../testing/session-as.ts';
import { readProblem } from '../testing/test-client.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { ASKED_BY_RULES } from './openapi/openapi-rules.ts';

type Refer = { $ref: string };
type Described = {
  requestBody?: { required: boolean; content: { 'application/json': { schema: { required?: string[] } } } };
  responses: Record<
    string,
    {
      headers: Record<string, Refer>;
      content: Record<string, { schema: { allOf?: [Refer, { properties: { code: { enum: string[] } } }] } }>;
    }
  >;
};

const app = useTestApp({ webhooks: false });
let customer: TestCustomer;
let document: { paths: Record<string, Record<string, Described>> };
beforeAll(async () => {
  customer = await aCustomerWithDomain(app);
  document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as typeof document;
});

const describedOf = ({ path, method }: Operation): Described => {
  const described = document.paths[path]?.[method.toLowerCase()];
  if (described === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return described;
};

function valuesOf(part: unknown, name: string): unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(value, name)]);
}

test('the OpenAPI document has no dangling references [API-01]', () => {
  const found = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
  const references = new Set(valuesOf(document, '$ref').map(String));
  expect(references.size).toBeGreaterThan(3);
  for (const reference of references) expect(found(reference), reference).toBeTypeOf('object');
});

/** Calls the operation, and checks the answer against the document: its status, type, headers, and error code. */
async function ask(operation: Operation, token: string, body: unknown): Promise<number> {
  const { path } = placeInput(operation.path, sampleInput(operation));
  const headersOfCall = { 'x-auth': 'controlPanel', authorization: `Bearer ${token}` };
  const response = await fetch(app.baseUrl + path, {
    method: operation.method,
    headers: operation.method === 'POST' ? { ...headersOfCall, 'content-type': 'application/json' } : headersOfCall,
    ...(operation.method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const { headers, content } = describedOf(operation).responses[response.status] ?? {};
  expect(content, `${operation.id} ${response.status}`).toBeDefined();
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  expect(Object.keys(content ?? {}), operation.id).toContain(type);
  for (const name of Object.keys(headers ?? {}))
    expect(response.headers.get(name), `${operation.id} ${name}`).not.toBeNull();
  const answer: unknown = await response.json();
  const codes = content?.[type]?.schema.allOf?.[1].properties.code.enum ?? ['OK'];
  expect(codes, operation.id).toContain(response.ok ? 'OK' : readProblem(response, answer).code);
  return response.status;
}

test('every operation answers an unauthenticated call, and a body that is not an object, as the document says [API-01]', async () => {
  for (const operation of ALL_OPERATIONS.filter(({ id }) => id !== 'signOut')) {
    const { requestBody } = describedOf(operation);
    const stranger = await ask(operation, 'none', {});
    expect(stranger === 401 || operation.access === 'open', operation.id).toBe(true);
    if (requestBody === undefined || ['purchase', 'partner', 'staff'].includes(operation.access)) continue;
    for (const body of [null, 'x']) expect(await ask(operation, customer.token, body), operation.id).toBe(422);
    const { required = [] } = requestBody.content['application/json'].schema;
    expect(requestBody.required, operation.id).toBe(required.length > 0);
  }
});

test("a method that an address doesn't have in the document is refused with those that it has [API-01]", async () => {
  for (const [template, described] of Object.entries(document.paths)) {
    const path = template.replaceAll(/\{\w+\}/g, '0190c4a0-0000-7000-8000-000000000000');
    for (const method of ['get', 'post', 'put', 'delete'].filter((each) => !(each in described))) {
      const response = await fetch(app.baseUrl + path, { method, headers: { 'x-auth': 'controlPanel' } });
      const allowed = response.headers.get('allow')?.toLowerCase().split(', ') ?? [];
      expect(readProblem(response, await response.json()).code, `${method} ${path}`).toBe('METHOD_NOT_ALLOWED');
      expect(allowed.filter((each) => each !== 'head').sort(), path).toEqual(Object.keys(described).sort());
    }
  }
});

const violationOf = (keywords: Record<string, unknown>): unknown => {
  if (typeof keywords.minimum === 'number') return keywords.minimum - 1;
  if (keywords.minItems !== undefined) return [];
  return keywords.pattern === undefined && typeof keywords.maxLength === 'number'
    ? 'x'.repeat(keywords.maxLength + 1)
    : 'bell \u0007';
};

test('the server enforces what the document demands of a field because of a rule [API-01]', async () => {
  const { email, id: accountId } = await aMailbox(app, customer, 'rules');
  const { bundleId, order } = customer;
  const token = await aSessionAs(app, customer, { role: 'domainAdmin', email, mailboxId: accountId });
  const mailbox = { email, accountId, oldAccountId: accountId, bundleId, orderId: order.orderId };
  const record = { type: 'A', host: 'www', ttl: 3600, values: ['192.0.2.1'], recordId: undefined };
  for (const [id, fields] of Object.entries(ASKED_BY_RULES)) {
    const operation = ALL_OPERATIONS.find((each) => each.id === id);
    if (operation?.access !== 'session') continue;
    const known = { ...sampleInput(operation), ...(id === 'upsertDnsRecord' ? record : mailbox) };
    for (const [field, keywords] of Object.entries(fields)) {
      const path = field.replace('*', '0');
      const input = withValueAt(known, path.split('.'), violationOf(keywords)) as never;
      const answer = await app.call(operation, input, { token });
      const refused = answer.ok ? [] : ((answer.problem.attrs.fields ?? []) as { path: string }[]);
      const names = refused.map((one) => one.path.split('.')[0]);
      expect(names, `${id} ${field} ${answer.text}`).toContain(path.split('.')[0]);
    }
  }
});

test('a number in a query must be plain digits, and the error for anything else names the field [API-01]', async () => {
  const sent = async (limit: string) => app.call(listMailboxes, { limit }, { token: customer.token });
  for (const limit of ['', ' 5', '+5', '5.0', '1e2', '0x10', '007', 'true', '501', '-1']) {
    const answer = await sent(limit);
    expect(answer.ok ? limit : answer.problem.attrs, limit).toMatchObject({ fields: [{ path: 'limit' }] });
  }
  expect(await sent('5')).toMatchObject({ ok: true });
});

test("a caller can't bypass the limit of attempts with a forged IP address [ENT-14]", async () => {
  const from = (claimed: number, last: string) => ({ headers: { 'x-forwarded-for': `192.0.2.${claimed}, ${last}` } });
  const sent = (attempt: number, last: string) =>
    app.refusal(signIn, { email: `nobody-${attempt}@shop.test`, password: 'x' }, from(attempt, last));
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await sent(attempt, '198.51.100.7')).toBe('INVALID_CREDENTIALS');
  expect(await sent(11, '198.51.100.7')).toBe('TOO_MANY_ATTEMPTS');
  expect(await sent(12, '198.51.100.8')).toBe('INVALID_CREDENTIALS');
});
