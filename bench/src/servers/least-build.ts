import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Defer } from '../clean-ups.ts';
import { writeMinimalApp } from '../goals/minimal-app.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Builds the least app on the panel's stack, and returns the folder with its files. */
export function buildLeastApp(): string {
  const folder = path.join(ROOT, '.cache/bench/least-app');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeMinimalApp(folder, path.join(ROOT, 'apps/panel/vite.config.ts'));
  execFileSync(process.execPath, [path.join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  return path.join(folder, 'dist');
}

/** Serves the least app as the panel is served: compressed, kept for good. Returns its address. */
export async function serveLeastApp(defer: Defer): Promise<string> {
  const dist = buildLeastApp();
  const scripts = readdirSync(path.join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const files = new Map(
    [...scripts.map((name) => `assets/${name}`), 'index.html'].map((name) => [
      `/${name}`,
      brotliCompressSync(readFileSync(path.join(dist, name))),
    ]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const found = files.get(url === '/' ? '/index.html' : url);
    if (url === '/panel/partner') {
      response.setHeader('content-type', 'application/json').end('{"name":"Bench"}');
      return;
    }
    if (!found) {
      response.writeHead(204).end();
      return;
    }
    const type = url.endsWith('.js') ? 'application/javascript' : 'text/html';
    response.setHeader('content-type', `${type}; charset=utf-8`);
    response.setHeader('cache-control', url === '/' ? 'no-cache' : 'public, max-age=31536000, immutable');
    response.setHeader('content-encoding', 'br').end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
