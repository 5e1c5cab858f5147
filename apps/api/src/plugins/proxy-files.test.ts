import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { followChanges } from '@postern/contract/live';
import { freePort } from '@postern/testkit/free-port';
import { pollUntil } from '@postern/testkit/poll-until';
import { spawnProcess } from '@postern/testkit/spawn-process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LOCATIONS } from '../runtime/locations.ts';

const HOST = 'panel.your.example';
/** Nginx's workers run as another user, who must be able to enter. */
const dir = mkdtempSync(path.join(tmpdir(), 'postern-proxy-'));
const certificate = path.join(dir, 'fullchain.pem');
const key = path.join(dir, 'privkey.pem');

/** What stands behind the proxy: it tells what it was asked, and streams when the test wants it to. */
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
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const what = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('/usr/bin/openssl', ['req', ...what, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  behind.listen(0, '127.0.0.1');
  await once(behind, 'listening');
});
afterAll(() => {
  behind.closeAllConnections();
  behind.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The file as it ships, with the places of this machine in it. Every one of these must be there. */
function withPlaces(file: string, places: Record<string, string>): string {
  let config = readFileSync(path.join(LOCATIONS.root, 'deploy/proxy', file), 'utf8');
  for (const [from, to] of Object.entries({
    ...places,
    '127.0.0.1:8080': `127.0.0.1:${(behind.address() as AddressInfo).port}`,
  })) {
    if (!config.includes(from)) throw new Error(`${file} no longer has: ${from}`);
    config = config.replaceAll(from, to);
  }
  return config;
}

async function startNginx(): Promise<{ port: number; plainPort: number }> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = withPlaces('nginx.conf', {
    'listen 443': `listen 127.0.0.1:${port}`,
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen [::]:80;': '',
    [`/etc/letsencrypt/live/${HOST}`]: dir,
  });
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(dir, name)};`,
  );
  const file = path.join(dir, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${dir}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${folders.join(' ')}\n${config}}`,
  );
  const started = await spawnProcess({ command: '/usr/sbin/nginx', args: ['-e', 'stderr', '-c', file] });
  onTestsEnd(() => started.end());
  await isListening(port, started.output);
  return { port, plainPort };
}

async function startCaddy(): Promise<{ port: number; plainPort: number }> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const config = withPlaces('Caddyfile', { [`\n${HOST} {`]: `\n${HOST} {\n\ttls ${certificate} ${key}` });
  const file = path.join(dir, 'Caddyfile');
  const own = `admin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1`;
  writeFileSync(file, `{\n\t${own}\n}\n${config}`);
  const home = path.join(dir, 'home');
  mkdirSync(home);
  const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  const started = await spawnProcess({ command: '/usr/bin/caddy', args, env });
  onTestsEnd(() => started.end());
  await isListening(port, started.output);
  return { port, plainPort };
}

const ends: (() => Promise<unknown>)[] = [];
const onTestsEnd = (end: () => Promise<unknown>) => ends.push(end);
afterAll(async () => {
  for (const end of ends) await end();
});

const isListening = (port: number, output: () => string) =>
  pollUntil(
    () =>
      new Promise<boolean>((resolve) => {
        const session = connect(port);
        session.once('connect', () => resolve(true)).once('error', () => resolve(false));
        session.once('close', () => session.destroy());
        session.once('connect', () => session.close());
      }),
    { timeoutMs: 20_000, onTimeout: output },
  );

/** As a browser connects: TLS with the host's name, and HTTP/2 or nothing. */
const connect = (port: number) =>
  http2.connect(`https://127.0.0.1:${port}`, { ca: readFileSync(certificate), servername: HOST });

type Answer = { status: number; headers: http2.IncomingHttpHeaders; body: string };

async function ask(port: number, headers: http2.OutgoingHttpHeaders, body?: Buffer): Promise<Answer> {
  const session = connect(port);
  session.on('error', () => {});
  try {
    const request = session.request({ ':authority': HOST, ':path': '/panel/x', ...headers });
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
    ({ port, plainPort } = await start());
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
      host: HOST,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': HOST,
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
    const session = connect(port);
    onTestFinished(() => session.destroy());
    const request = session.request({ ':authority': HOST, ':path': followChanges.path, 'accept-encoding': 'gzip' });
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

  test('sends plain HTTP to HTTPS', async () => {
    const answer = http.get({ port: plainPort, host: '127.0.0.1', path: '/a?b=c', headers: { host: HOST } });
    const [response] = (await once(answer, 'response')) as [http.IncomingMessage];
    response.resume();
    expect([301, 308]).toContain(response.statusCode);
    expect(response.headers.location).toMatch(/^https:\/\/panel\.your\.example(:\d+)?\/a\?b=c$/);
  });
});
