import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MILLIS = 100;
/** In sweeps: a second, in which a request that was just sent arrives. */
const SILENT_FOR = 10;

/**
 * Closes connections that would keep a closing server alive. Closing only ends connections that are idle at that moment. A connection that
 * is still being answered becomes idle later, and one that was opened in advance and is silent counts as busy.
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
