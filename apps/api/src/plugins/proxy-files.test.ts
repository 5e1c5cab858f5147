import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectByTls } from 'node:tls';
import { followChanges } from '@postern/contract/live';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectByHttp2, makeFront, startCaddy, startNginx } from '../testing/proxies/shipped-proxies.ts';

const front = makeFront();

/** The server behind the proxy: it echoes the request, and streams when the test wants it to. */
type Asked = { headers: http.IncomingHttpHeaders; bytes: number };
let stream: http.ServerResponse | undefined;
let streamEnded = false;
const behind = http.createServer((request, response) => void answerBehind(request, response));
async function answerBehind(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  if (request.url === followChanges.path) {
    stream = response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.on('close', () => (streamEnded = true));
    response.write('data: one\n\n');
    return;
  }
  // A proxy ends a request whose body turns out too large.
  const body = await text(request).catch(() => null);
  if (body === null) return;
  const asked: Asked = { headers: request.headers, bytes: body.length };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(asked));
}

beforeAll(async () => {
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
});
afterAll(() => {
  behind.closeAllConnections();
  behind.close();
  front.remove();
});

type Answer = { status: number; headers: http2.IncomingHttpHeaders; body: string };

async function ask(port: number, headers: http2.OutgoingHttpHeaders, body?: Buffer): Promise<Answer> {
  const session = connectByHttp2(front, port);
  session.on('error', () => {});
  try {
    const request = session.request({ ':authority': front.host, ':path': '/panel/x', ...headers });
    // A proxy may refuse a body before all of it was sent.
    request.on('error', () => {});
    const answered = once(request, 'response') as Promise<[http2.IncomingHttpHeaders]>;
    request.end(body);
    const [head] = await answered;
    return { status: Number(head[':status']), headers: head, body: await text(request).catch(() => '') };
  } finally {
    session.destroy();
  }
}

describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
])('the file for %s that ships', (_name, start) => {
  let port: number;
  let plainPort: number;
  beforeAll(async () => {
    const started = await start(front, [(behind.address() as AddressInfo).port]);
    ({ port, plainPort } = started);
    return async () => void (await started.process.end());
  });

  test('tells the panel who asked for which host, whatever a visitor claims, over HTTP/2', async () => {
    const lies = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'accept-encoding': 'gzip, br',
    };
    const { status, headers, body } = await ask(port, lies);
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect((JSON.parse(body) as Asked).headers).toMatchObject({
      host: front.host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': front.host,
      'x-forwarded-proto': 'https',
      'accept-encoding': 'gzip, br',
    });
  });

  test('passes the largest list of mailboxes on, and refuses what is larger than any call', async () => {
    const post = { ':method': 'POST', 'content-type': 'application/json' };
    const allowed = await ask(port, post, Buffer.alloc(4 * 1024 * 1024, 'x'));
    expect(JSON.parse(allowed.body)).toMatchObject({ bytes: 4 * 1024 * 1024 });
    expect((await ask(port, post, Buffer.alloc(6 * 1024 * 1024, 'x'))).status).toBe(413);
  });

  test('passes each event on at once, and ends the stream with its browser', async () => {
    streamEnded = false;
    const session = connectByHttp2(front, port);
    onTestFinished(() => session.destroy());
    const request = session.request({
      ':authority': front.host,
      ':path': followChanges.path,
      'accept-encoding': 'gzip',
    });
    request.setEncoding('utf8');
    let heard = '';
    request.on('data', (chunk: string) => (heard += chunk));
    request.on('error', () => {});
    await expect.poll(() => heard).toBe('data: one\n\n');
    stream?.write('data: two\n\n');
    await expect.poll(() => heard).toBe('data: one\n\ndata: two\n\n');
    session.destroy();
    await expect.poll(() => streamEnded).toBe(true);
  });

  test('agrees to no cipher without forward secrecy and authenticated encryption', async () => {
    const agreed = async (ciphers: string) => {
      const socket = connectByTls({
        port,
        servername: front.host,
        maxVersion: 'TLSv1.2',
        ciphers,
        ca: readFileSync(front.certificate),
      });
      onTestFinished(() => void socket.destroy());
      return once(socket, 'secureConnect').then(
        () => socket.getCipher().name,
        () => null,
      );
    };
    expect(await agreed('ECDHE+AESGCM')).toMatch(/^ECDHE-ECDSA-AES(128|256)-GCM-SHA(256|384)$/);
    expect(await agreed('ALL:!AESGCM:!CHACHA20:@SECLEVEL=0')).toBeNull();
  });

  test('sends plain HTTP to HTTPS, and says nothing of itself', async () => {
    const answer = http.get({ port: plainPort, host: '127.0.0.1', path: '/a?b=c', headers: { host: front.host } });
    const [response] = (await once(answer, 'response')) as [http.IncomingMessage];
    response.resume();
    expect([301, 308]).toContain(response.statusCode);
    expect(response.headers.server).toMatch(/^[A-Za-z]+$/);
    expect(response.headers.location).toMatch(/^https:\/\/panel\.your\.example(:\d+)?\/a\?b=c$/);
  });
});
