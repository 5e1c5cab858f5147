import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * A free TCP port on the loopback address. Another process may take it before you do, so be ready to try another one. Our own servers
 * listen on port 0 instead and report the port they got.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
