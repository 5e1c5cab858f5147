import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '../plugins/metrics.ts';

/** Answers `/metrics`, and nothing else, at an address that only the operator's own programs reach. */
export async function startMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close: () => Promise<void> }> {
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    const isAsked = request.url?.split('?')[0] === '/metrics' && request.method === 'GET';
    if (!isAsked) return void response.writeHead(404).end();
    metrics.write().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
