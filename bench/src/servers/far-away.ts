import { once } from 'node:events';
import net from 'node:net';
import type { Defer } from '../clean-ups.ts';

/** IMAP's usual port, because imports go to no other. */
export const FAR_AWAY_PORT = 993;

/** Forwards to another port of this machine as if it were far away: data arrives half a round trip later, in order. */
export async function startFarAway(port: number, roundTripMillis: number, defer: Defer): Promise<void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      const later = (act: () => void) => setTimeout(act, roundTripMillis / 2);
      from.on('data', (part: Buffer) => later(() => to.write(part)));
      from.on('end', () => later(() => to.end()));
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
    }
  });
  server.listen(FAR_AWAY_PORT, '127.0.0.1');
  await once(server, 'listening');
  defer(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
}
