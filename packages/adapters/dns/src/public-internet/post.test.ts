import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Internet } from './guarded-lookup.ts';
import { poster } from './post.ts';

const HOST = 'hooks.shop.example';
const MESSAGE = { body: '{"größe":1}', headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' } };
let dir: string;
let server: Server;
let internet: Internet;
let heard: string[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'post-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const wish = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync('openssl', [...wish, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  heard = [];
  server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push(
        `${request.method} ${request.url} ${String(request.headers['webhook-id'])} ${Buffer.concat(chunks).toString()}`,
      );
      if (request.url === '/silent') return;
      if (request.url === '/moved') return response.writeHead(307, { location: '/elsewhere' }).end();
      if (request.url === '/endless') return void response.writeHead(500).write('x'.repeat(100_000));
      return response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The internet of this test is this machine. Production would never connect to its address, which isn't public.
  internet = {
    ...{ mayConnect: () => true, ca: readFileSync(cert, 'utf8'), port },
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  };
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

test('a message arrives as it is; redirects are not followed, and an answer without end is its status [EVT-01]', async () => {
  const post = poster(internet);
  expect(await post(`https://${HOST}/hooks?a=1`, MESSAGE, true)).toEqual({ ok: true, status: 204 });
  expect(await post(`https://${HOST}/moved`, MESSAGE, true)).toEqual({ ok: true, status: 307 });
  expect(await post(`https://${HOST}/endless`, MESSAGE, true)).toEqual({ ok: true, status: 500 });
  expect(heard).toEqual(['/hooks?a=1', '/moved', '/endless'].map((path) => `POST ${path} msg_1 ${MESSAGE.body}`));
});

test('a guarded call reaches nothing that is not public, whatever the name says, and every failure has its reason [EVT-01]', async () => {
  heard = [];
  const { mayConnect: _, ...guarded } = internet;
  const private_ = { ok: false, reason: 'not a public address' };
  expect(await poster(guarded)(`https://${HOST}/hooks`, MESSAGE, true)).toEqual(private_);
  expect(await poster(internet)('https://127.0.0.1/hooks', MESSAGE, true)).toEqual(private_);
  expect(await poster(internet)(`http://${HOST}/hooks`, MESSAGE, true)).toEqual(private_);
  const { ca: _ca, ...unknown } = internet;
  expect(await poster(unknown)(`https://${HOST}/hooks`, MESSAGE, true)).toEqual({
    ok: false,
    reason: 'bad certificate',
  });
  expect(heard).toEqual([]);
  const silent = poster({ ...internet, timeoutMillis: 300 })(`https://${HOST}/silent`, MESSAGE, true);
  expect(await silent).toEqual({ ok: false, reason: 'no answer in time' });
  const closed = createPlainServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect(await poster()(`http://127.0.0.1:${port}/`, MESSAGE, false)).toEqual({ ok: false, reason: 'no connection' });
});
