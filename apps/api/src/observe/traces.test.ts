import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { rowsOf } from '../db/client.ts';
import { aCustomerWithDomain } from '../testing/builders.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { startTracer } from './start-tracer.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type ReceivedSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number; message?: string };
  attributes: Attribute[];
  events: unknown[];
};
type Received = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
};

/** A small collector: it takes what is sent by OTLP over HTTP. */
const received: { path: string; body: Received }[] = [];
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    received.push({ path: request.url ?? '', body: body as Received });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
afterAll(() => collector.close());

process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
process.env['OTEL_RESOURCE_ATTRIBUTES'] = 'deployment.environment.name=trial';
const tracer = startTracer({ sampler: 'always_on', ratio: 1 }, '1.2.3');
const app = useTestApp({ tracer });

test('traces show requests, transactions, statements, outside calls and jobs as a tree, and hold nothing of a customer', async () => {
  const { domain, email } = await aCustomerWithDomain(app);
  const failed = app.deps.mailer.send({ ...aMessage, to: `not an address of ${domain}` });
  await tracer.within('by hand', 'internal', {}, () => failed).catch(() => {});
  // The mail is there before its job has ended, and with it the span.
  const ended = sql`select from pgboss.job where name = 'send-mail' and state = 'completed'`;
  await expect.poll(() => rowsOf(app.deps.db.global, ended)).not.toHaveLength(0);
  await tracer.close();
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  const resources = received.flatMap(({ body }) => body.resourceSpans);
  expect(factsOf(resources[0]?.resource.attributes ?? [])).toMatchObject({
    'service.name': 'postern',
    'service.version': '1.2.3',
    'deployment.environment.name': 'trial',
  });
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans);
  const request = spans.find(({ name }) => name === 'POST /panel/purchase/initiate-purchase');
  expect(request).toMatchObject({ kind: 2, status: {} });
  expect(request?.parentSpanId ?? '').toBe('');
  expect(factsOf(request?.attributes ?? [])).toMatchObject({ 'http.response.status_code': 200 });
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId);
  const inside = trace.map(({ name }) => name);
  expect(inside).toEqual(
    expect.arrayContaining(['transaction', 'UPDATE purchase', 'gateway createPaymentIntent', 'SELECT plan']),
  );
  expect(spans.map(({ name }) => name)).toContain('job send-mail');
  const known = new Set(trace.map(({ spanId }) => spanId));
  expect(trace.filter((span) => span !== request && !known.has(span.parentSpanId ?? ''))).toEqual([]);
  const text = JSON.stringify(
    spans.map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
  );
  expect(text).not.toContain(domain);
  expect(text).not.toContain(email);
  expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}|eyJ|\?/);
});

const factsOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

const aMessage = {
  messageId: 'traces-1',
  from: { name: 'Panel', address: 'no-reply@panel.test' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
};
