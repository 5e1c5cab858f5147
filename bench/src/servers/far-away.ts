import { once } from 'node:events';
import net from 'node:net';
import type { Defer } from '../clean-ups.ts';

/** IMAP's usual port, because imports go to no other. */
export const FAR_AWAY_PORT = 993;

/** How far away a server is. `windowBytes`: what one connection brings in a round trip; without it, anything. */
type Distance = { roundTripMillis: number; windowBytes?: number };

/** Forwards to another port of this machine as if it were far away: data arrives half a round trip later, in order. Returns how to end it. */
export async function startFarAway(port: number, distance: Distance, defer: Defer): Promise<() => void> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('close', () => sockets.delete(from));
      carry(from, to, distance);
    }
  });
  server.listen(FAR_AWAY_PORT, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  defer(end);
  return end;
}

/** One direction of a connection. A part leaves the window when word of its arrival is back, and that only if the other side reads. */
function carry(from: net.Socket, to: net.Socket, { roundTripMillis, windowBytes = Infinity }: Distance): void {
  const later = (act: () => void) => setTimeout(act, roundTripMillis / 2);
  let onTheWay = 0;
  const confirm = (bytes: number) => {
    onTheWay -= bytes;
    if (onTheWay < windowBytes) from.resume();
  };
  from.setNoDelay(true);
  from.on('data', (part: Buffer) => {
    onTheWay += part.length;
    if (onTheWay >= windowBytes) from.pause();
    later(() => to.write(part, () => later(() => confirm(part.length))));
  });
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
}
