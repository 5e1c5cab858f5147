import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { ERROR_STATUS } from '@postern/contract/errors';
import { followChanges } from '@postern/contract/live';
import { invoicePdf, invoiceXml } from '@postern/contract/invoices';
import { exportActivity } from '@postern/contract/activity';
import { exportMailboxes } from '@postern/contract/mailboxes';
import { validateToken } from '@postern/contract/session';
import { expect, test } from 'vitest';
import { readProblem } from '../testing/test-client.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { SERVICE_PATHS } from './openapi/openapi-service.ts';

const app = useTestApp({ webhooks: false });

type Described = {
  operationId: string;
  security: Record<string, unknown>[];
  responses: Record<string, { description: string }>;
  parameters: { name?: string; $ref?: string }[];
};

test('every operation of the contract is mounted, and needs the client header and its token [API-01]', async () => {
  for (const { id, method, path, access } of ALL_OPERATIONS) {
    const ask = async (headers: Record<string, string>) => {
      const body = method === 'POST' ? { body: '{}' } : {};
      const response = await fetch(app.baseUrl + path, {
        method,
        headers: { ...headers, ...(body.body ? { 'content-type': 'application/json' } : {}) },
        ...body,
      });
      const answer: unknown = await response.json();
      return response.ok ? 'OK' : readProblem(response, answer).code;
    };
    expect(await ask({}), id).toBe(access === 'partner' ? 'UNAUTHENTICATED' : 'MISSING_CLIENT');
    const code = await ask({ 'x-auth': 'controlPanel' });
    expect(access === 'open' ? ['OK', 'VALIDATION_FAILED', 'NOT_FOUND'] : ['UNAUTHENTICATED'], id).toContain(code);
  }
});

test('the OpenAPI document describes every operation, its access and its answers, and nothing else [API-01]', async () => {
  const document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, Described>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const besides = Object.values(SERVICE_PATHS).map((path) => (path as { get: Described }).get.operationId);
  const all = [
    ...[...ALL_OPERATIONS, followChanges, exportActivity, exportMailboxes, invoicePdf, invoiceXml].map(({ id }) => id),
    ...besides,
  ];
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(all.sort());
  for (const operation of ALL_OPERATIONS) {
    const entry = described.find(({ operationId }) => operationId === operation.id);
    expect(entry).toMatchObject({ path: operation.path, method: operation.method.toLowerCase() });
    expect(entry?.security).toEqual(operation.access === 'open' ? [] : [{ [operation.access]: [] }]);
    for (const code of operation.errors)
      expect(entry?.responses[ERROR_STATUS[code]]?.description, operation.id).toContain(code);
    const header = '#/components/parameters/Client';
    expect(entry?.parameters.some(({ $ref }) => $ref === header)).toBe(operation.access !== 'partner');
  }
});

test('no two operations share an id, or a method and an address [API-01]', () => {
  const unique = (values: string[]) => expect(new Set(values).size).toBe(values.length);
  unique(ALL_OPERATIONS.map(({ id }) => id));
  unique(ALL_OPERATIONS.map(({ method, path }) => `${method} ${path}`));
});

test("every answer forbids framing, sniffing, referrers, indexing and caching, and has its request's id [API-01]", async () => {
  const answer = await app.call(validateToken, {});
  const headers = answer.ok ? null : answer.headers;
  expect(headers?.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers?.get('x-content-type-options')).toBe('nosniff');
  expect(headers?.get('referrer-policy')).toBe('no-referrer');
  expect(headers?.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers?.get('cache-control')).toBe('no-store');
  expect(headers?.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('health, readiness, metrics and the document answer without the client header [API-01]', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/docs/static/swagger-ui.css'])
    expect((await fetch(app.baseUrl + path)).status, path).toBe(200);
  const page = await fetch(`${app.baseUrl}/docs`);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('content-security-policy')).toContain("object-src 'none'");
  expect(await page.text()).toContain('Postern panel API');
  for (const path of ['/docs/static/nothing', '/docs/static/..%2f..%2fpackage.json']) {
    const nothing = await fetch(app.baseUrl + path);
    expect(readProblem(nothing, await nothing.json()).code, path).toBe('NOT_FOUND');
  }
});
