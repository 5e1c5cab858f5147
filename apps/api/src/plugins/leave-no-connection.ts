import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MILLIS = 100;

/**
 * A server that closes ends the connections that are idle just then. One whose answer is still under way becomes idle later, and
 * would keep the server from ending for as long as its peer likes.
 */
export function leaveNoConnection(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_EVERY_MILLIS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
