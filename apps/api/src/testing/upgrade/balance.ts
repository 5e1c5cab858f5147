import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const KEPT_MILLIS = 5_000;

export type Balancer = { baseUrl: string; close: () => void };

/**
 * A proxy for processes on these ports that behaves like nginx with the file in deploy/proxy: it asks them in turn, keeps idle connections
 * for five seconds, and tries the next process only if it got no connection or a GET broke off.
 */
export async function balance(ports: readonly number[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  agent.on('free', (socket: Socket) => {
    if (socket.listenerCount('timeout') === 0) socket.on('timeout', () => socket.destroy());
    socket.setTimeout(KEPT_MILLIS);
  });
  let turn = 0;
  const pass = (
    incoming: http.IncomingMessage,
    outgoing: http.ServerResponse,
    body: Buffer,
    at: number,
    triesLeft: number,
  ) => {
    const request = http.request({
      agent,
      host: '127.0.0.1',
      port: ports[at % ports.length],
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, 'x-forwarded-for': `192.0.2.${at % 250}`, 'x-forwarded-host': 'panel.test' },
    });
    request.once('socket', (socket) => socket.setTimeout(0));
    request.once('response', (answer) => {
      const { connection: _ours, 'keep-alive': _too, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      // Without a connection nothing was sent: it is refused, or reset where the process stops listening during the handshake.
      const isSafe = error.syscall === 'connect' || incoming.method === 'GET';
      if (triesLeft > 0 && isSafe && !outgoing.headersSent) pass(incoming, outgoing, body, at + 1, triesLeft - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(error.message);
    });
    request.end(body);
  };
  const server = http.createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => pass(incoming, outgoing, Buffer.concat(parts), (turn += 1), ports.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
