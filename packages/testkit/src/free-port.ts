import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/**
 * A TCP port on the loopback address that nobody listens on now. Another process may take it before you do, so whoever listens on it
 * must be ready to ask for another one; a server of ours listens on port 0 instead and says which one it got.
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
