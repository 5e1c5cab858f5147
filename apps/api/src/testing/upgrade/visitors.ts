import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Front } from '../proxies/shipped-proxies.ts';

const PEOPLE = 250;

export type Visitors = { baseUrl: string; close: () => void };

/**
 * An address that passes calls to the proxy over HTTPS, each from the next of 250 client addresses, because one address alone would soon
 * hit a limit. Each call is sent once; a failed one answers 599.
 */
export async function visit({ host, certificate }: Front, port: number): Promise<Visitors> {
  const agent = new https.Agent({ keepAlive: true, ca: readFileSync(certificate), servername: host });
  let turn = 0;
  const server = http.createServer((incoming, outgoing) => {
    turn += 1;
    const { method, url, headers } = incoming;
    const localAddress = `127.0.1.${(turn % PEOPLE) + 1}`;
    const there = { host: '127.0.0.1', port, localAddress, servername: host };
    const request = https.request({ agent, ...there, method, path: url, headers: { ...headers, host } });
    request.once('response', (answer) => {
      const { connection: _ours, 'keep-alive': _too, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 599, kept);
      answer.pipe(outgoing);
    });
    request.once('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(599).end(error.message);
    });
    incoming.pipe(request);
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
