import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MILLIS = 100;
/** In sweeps: a second, in which a request that is on its way arrives. */
const SILENT_FOR = 10;

/**
 * A server that closes ends the connections that are idle just then. One whose answer is still under way becomes idle later, and
 * one that was opened in advance and has said nothing counts as busy: both would keep the server from ending for as long as
 * their peers like.
 */
export function leaveNoConnection(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    let sweeps = 0;
    const sweep = setInterval(() => {
      sweeps += 1;
      app.server.closeIdleConnections();
      if (sweeps >= SILENT_FOR) for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, SWEEP_EVERY_MILLIS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
