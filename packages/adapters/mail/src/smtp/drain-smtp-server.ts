import type { SMTPServer } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer Each> ? Each : never;

/**
 * Ends a server without losing what it promised: no new connections, idle ones are told to go, those in a transaction may
 * finish it until the deadline. A message cut off then was never acknowledged, so its sender tries again.
 */
export class SmtpDrain {
  readonly #server: SMTPServer;
  readonly #busy = new Set<Promise<unknown>>();
  #isClosing = false;

  constructor(server: SMTPServer) {
    this.#server = server;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Counts work that `close` waits for. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#busy.add(work);
    try {
      return await work;
    } finally {
      this.#busy.delete(work);
    }
  }

  /** To be called when a client's transaction may have ended: while closing, it is told to go then. */
  dismissIdle(): void {
    if (!this.#isClosing) return;
    for (const connection of [...this.#server.connections]) if (!isInTransaction(connection)) dismiss(connection);
  }

  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const sockets = [...this.#server.connections].map((connection) => connection._socket);
    this.#server.server.close(() => resolve());
    this.dismissIdle();
    const deadline = setTimeout(() => {
      for (const connection of [...this.#server.connections]) dismiss(connection);
      for (const socket of sockets) socket.destroy();
    }, timeoutMs);
    await closed;
    clearTimeout(deadline);
    // A delivery whose client has gone still has files open.
    await Promise.allSettled(this.#busy);
  }
}

function isInTransaction(connection: Connection): boolean {
  return Boolean(connection.session.envelope?.mailFrom);
}

function dismiss(connection: Connection): void {
  connection.send(421, '4.3.2 Service is shutting down');
}
