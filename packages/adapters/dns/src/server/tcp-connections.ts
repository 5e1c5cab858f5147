import type { Socket } from 'node:net';

/** How many connections there may be, and how long one may go without a query. */
type Limits = { most: number; idleMs: number };

type Connection = { address: string; idle: NodeJS.Timeout; hasAsked: boolean };

/**
 * A server's TCP connections. One without a query for too long is closed. Above the limit, each new connection closes an old one, of the
 * client that has the most. RFC 7766 §6.2.2, §6.2.3.
 */
export class TcpConnections {
  readonly #limits: Limits;
  /** The one whose last query is the longest ago comes first. */
  readonly #connections = new Map<Socket, Connection>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  add(socket: Socket): void {
    const idle = setTimeout(() => socket.destroy(), this.#limits.idleMs);
    this.#connections.set(socket, { address: socket.remoteAddress ?? '', idle, hasAsked: false });
    socket.once('close', () => {
      clearTimeout(idle);
      this.#connections.delete(socket);
    });
    if (this.#connections.size > this.#limits.most) this.#leastActive()?.destroy();
  }

  /** A whole query has come. Single bytes don't count, so a client that sends them slowly stays idle. */
  markActive(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    connection.hasAsked = true;
    connection.idle.refresh();
    this.#connections.delete(socket);
    this.#connections.set(socket, connection);
  }

  closeAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  /** Among the connections of the address that has the most: one without any query, else the one whose last query is the longest ago. */
  #leastActive(): Socket | undefined {
    const counts = new Map<string, number>();
    for (const { address } of this.#connections.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const candidates = [...this.#connections].filter(([, { address }]) => counts.get(address) === most);
    return (candidates.find(([, { hasAsked }]) => !hasAsked) ?? candidates[0])?.[0];
  }
}
