import type { SMTPServer } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer Each> ? Each : never;

/**
 * Closes a server gracefully: accepts no new connections, disconnects idle ones, and lets open transactions finish until the
 * deadline. A message that is cut off then was never acknowledged, so its sender tries again.
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

  /** Call it when a client's transaction may have ended; while closing, it disconnects the client. */
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
    // A delivery may still have files open after its client has gone.
    await Promise.allSettled(this.#busy);
  }
}

function isInTransaction(connection: Connection): boolean {
  return Boolean(connection.session.envelope?.mailFrom);
}

function dismiss(connection: Connection): void {
  connection.send(421, '4.3.2 Service is shutting down');
}
