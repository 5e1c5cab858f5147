import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, by default, gives to outgoing connections and to `listen(0)`: 32768 and up. */
const LOWEST = 10_100;
const BEYOND_HIGHEST = 32_700;

/** Also those that weren't free. */
const tried = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/**
 * A free TCP port on the loopback address, for a program that must know its port before it starts, or keep it when it restarts. No outgoing
 * connection takes it in the meantime, and this process doesn't get it twice. Our own servers listen on port 0 and report the port they
 * got.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND_HIGHEST);
    if (tried.has(port)) continue;
    tried.add(port);
    if (await isFree(port)) return port;
  }
}
