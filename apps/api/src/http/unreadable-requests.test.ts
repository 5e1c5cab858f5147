import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALL_OPERATIONS } from '@postern/contract/all-operations';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readProblem } from '../testing/test-client.ts';
import { aPanel } from '../testing/a-panel.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = useTestApp({ webhooks: false });

/** Sends raw bytes, reads until the server hangs up, and returns the first answer. */
async function send(text: string): Promise<Response> {
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]);
  return new Response(body, { status: Number(status.split(' ')[1] ?? 599), headers });
}

const HEAD = 'Host: panel.test\r\nX-Auth: controlPanel\r\nContent-Type: application/json\r\nConnection: close\r\n';
const post = (headers: string, body = '{}') => `POST /panel/login HTTP/1.1\r\n${HEAD}${headers}\r\n\r\n${body}`;
const CHUNKED = '2\r\n{}\r\n0\r\n\r\n';
const get = (address: string, headers = HEAD) => `GET ${address} HTTP/1.1\r\n${headers}\r\n`;

test.each([
  ['a length that is too short', post('Content-Length: 5', '{"email":"a"}'), 400],
  ['a length that is none', post('Content-Length: x'), 400, 'MALFORMED_REQUEST'],
  ['two lengths', post('Content-Length: 2\r\nContent-Length: 3'), 400, 'MALFORMED_REQUEST'],
  ['a length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked'), 400, 'MALFORMED_REQUEST'],
  ['a chunk without a length', post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), 400, 'MALFORMED_REQUEST'],
  ['chunks in another coding', post('Transfer-Encoding: gzip, chunked', CHUNKED), 400, 'MALFORMED_REQUEST'],
  [
    'chunks in a former HTTP',
    post('Transfer-Encoding: chunked', CHUNKED).replace('HTTP/1.1', 'HTTP/1.0'),
    400,
    'MALFORMED_REQUEST',
  ],
  ['the first HTTP', 'GET /healthz\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['an address with another host', get('http://other.test/healthz'), 400, 'MALFORMED_REQUEST'],
  ['an address with a user', get('http://anna@panel.test/healthz'), 400, 'MALFORMED_REQUEST'],
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['another HTTP', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['a method that is none', get('/panel/login').replace('GET', 'FETCH'), 400, 'MALFORMED_REQUEST'],
  ['a header that is none', get('/panel/login', `${HEAD}Bad Header\r\n`), 400, 'MALFORMED_REQUEST'],
  ['no host', get('/healthz', 'Connection: close\r\n'), 400, 'MALFORMED_REQUEST'],
  ['two hosts', get('/healthz', `${HEAD}Host: other.test\r\n`), 400, 'MALFORMED_REQUEST'],
  ['too many headers', get('/panel/login', `${HEAD}X: ${'x'.repeat(20_000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
  ['too long an address', get(`/panel/${'x'.repeat(20_000)}`), 414, 'URL_TOO_LONG'],
  ['what is no address', get('/panel/bulk/%ff'), 404, 'NOT_FOUND'],
  ['a part of an address that is longer than any id', get(`/panel/bulk/${'x'.repeat(400)}`), 404, 'NOT_FOUND'],
  ['a tunnel', 'CONNECT panel.test:443 HTTP/1.1\r\nHost: panel.test\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ['an expectation that nobody knows', post('Expect: wonders\r\nContent-Length: 2'), 422, 'VALIDATION_FAILED'],
  ['a compressed body', post('Content-Encoding: gzip\r\nContent-Length: 2'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'JSON in another charset',
    post('Content-Length: 2').replace('/json', '/json; charset=utf-16'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'JSON in its charset',
    post('Content-Length: 2').replace('/json', '/json;charset="UTF-8"'),
    422,
    'VALIDATION_FAILED',
  ],
])(
  '%s is refused in the common shape, with the headers of every answer [API-01]',
  async (_what, text, status, code?: string) => {
    const response = await send(text);
    const problem = readProblem(response, await response.json());
    expect([response.status, problem.code]).toEqual([status, code ?? problem.code]);
    for (const name of [
      'x-content-type-options',
      'content-security-policy',
      'cross-origin-resource-policy',
      'strict-transport-security',
      'x-frame-options',
      'x-request-id',
    ])
      expect(response.headers.get(name), name).toBeTruthy();
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test('an absolute address, with scheme and host, is the same address [API-01]', async () => {
  expect((await send(get('http://panel.test/healthz'))).status).toBe(200);
  const refused = await send(get('HTTP://panel.test/panel/account/email/list?limit=1'));
  expect(readProblem(refused, await refused.json()).code).toBe('UNAUTHENTICATED');
});

test.each([
  ['PUT', '/panel/login', 'POST'],
  ['OPTIONS', '/panel/login', 'POST'],
  ['TRACE', '/panel/account/email/list', 'GET, HEAD'],
  ['POST', '/panel/domain/plan/0190c4a0-0000-7000-8000-000000000000', null],
  ['PUT', '/panel/domain/plan/0190c4a0-0000-7000-8000-000000000000/apply', 'POST'],
  ['DELETE', '/panel/bulk/0190c4a0-0000-7000-8000-000000000000', 'GET, HEAD'],
  ['HEAD', '/panel/live', 'GET'],
])(
  '%s %s is answered with the methods that the address accepts, before its body is read [API-01]',
  async (method, address, allow) => {
    const response = await send(`${method} ${address} HTTP/1.1\r\n${HEAD}Content-Length: 4\r\n\r\n{"x"`);
    expect([response.status, response.headers.get('allow')]).toEqual([allow === null ? 404 : 405, allow]);
  },
);

test("garbage after a request is refused after the request's answer [API-01]", async () => {
  const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => (received += part));
  socket.write(`${get('/readyz', 'Host: panel.test\r\n')}hello\r\n\r\n`);
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(received).toContain('"status":"ready"');
});

test('an address of the panel gives its page to GET and HEAD, and refuses other methods with these two; an address of a call gives no page [API-01]', async () => {
  const panelDir = mkdtempSync(path.join(tmpdir(), 'postern-pages-'));
  onTestFinished(() => rmSync(panelDir, { recursive: true, force: true }));
  writeFileSync(path.join(panelDir, 'index.html'), '<title>Postern</title>');
  const pages = await buildApp({ ...app.deps, panel: aPanel(panelDir) });
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
    const { statusCode, headers, body } = await pages.inject({ method, url });
    return [statusCode, headers['content-length'], headers['allow'], body.length];
  };
  const [, length] = await ask('GET', '/email-accounts');
  expect(await ask('HEAD', '/email-accounts')).toEqual([200, length, undefined, 0]);
  expect((await ask('POST', '/email-accounts')).slice(0, 3)).toEqual([405, expect.anything(), 'GET, HEAD']);
  expect((await ask('HEAD', '/panel/nothing'))[0]).toBe(404);
  const noPages = ALL_OPERATIONS.filter(({ path: address }) =>
    ALL_OPERATIONS.every((one) => one.path !== address || one.method !== 'GET'),
  );
  for (const { path: address } of noPages)
    expect((await ask('GET', address.replaceAll(/\{\w+\}/g, 'x')))[0], address).toBe(405);
  await pages.close();
});
