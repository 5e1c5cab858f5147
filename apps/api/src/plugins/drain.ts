import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MILLIS = 100;
/** In sweeps: a second, in which a request that was just sent arrives. */
const SILENT_FOR = 10;
/** The longest wait for a pause between new connections, so that constant traffic can't keep a process from ending. */
const WAIT_MOST_MILLIS = 2_000;

/**
 * Has every answer of a draining process say that its connection ends with it. A client that reuses connections thus opens its next one
 * elsewhere. If the server closed the connection instead, a request that is just being sent would be lost.
 */
export function announceEnd(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Time for those announcements, and for a load balancer to notice. Nobody needs it when no connection is open. */
export async function takeLastRequests({ server }: FastifyInstance, millis: number): Promise<void> {
  const open = await new Promise<number>((resolve) =>
    server.getConnections((error, count) => resolve(error === null ? count : 0)),
  );
  if (open > 0) await pause(millis);
}

/**
 * Stops listening and closes idle connections once no connection waits to be accepted, because the kernel would reset a waiting one and
 * lose its request. Each turn of the event loop reads what has arrived and accepts one connection, so none waits after a turn that accepted
 * none.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  // Waits for the current turn to end.
  await nextTurn();
  let before = -1;
  const until = performance.now() + WAIT_MOST_MILLIS;
  while (before !== accepted && performance.now() < until) {
    before = accepted;
    await nextTurn();
  }
  server.close();
}

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
