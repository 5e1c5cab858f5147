import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeMessage, encodeQuery, isReplyTo } from '../wire/dns-message.ts';
import type { Query, Exchange, ServerAddress } from './exchange.ts';

type Open = { query: Query; settle: (exchange: Exchange) => void };

/** After this many queries we use another port, so that nobody can guess where to send a forged answer. */
const QUERIES_PER_PORT = 200;
const IDS = 0x1_0000;

const channels = new Map<string, UdpChannel>();

/** Sends one query to one server over UDP. Queries that are open at the same time share a port, which closes with the last answer. */
export function askOverUdp(server: ServerAddress, query: Query): Promise<Exchange> {
  const key = `${server.address} ${server.port}`;
  const known = channels.get(key);
  const channel = known?.hasRoom() ? known : new UdpChannel(server, () => forget(key, channel));
  channels.set(key, channel);
  return channel.ask(query);
}

function forget(key: string, channel: UdpChannel): void {
  if (channels.get(key) === channel) channels.delete(key);
}

class UdpChannel {
  readonly #socket: Socket;
  readonly #open = new Map<number, Open>();
  readonly #onClosed: () => void;
  /** Queries that wait for the socket, or for the end of this turn: a server that gets many at once answers them sooner. */
  #unsent: Buffer[] = [];
  #isConnected = false;
  #asked = 0;
  // The kernel may report the refusal of an earlier query when a later one is sent.
  readonly #onSent = (error: Error | null) => {
    if (error) this.#fail();
  };
  #isClosed = false;

  constructor(server: ServerAddress, onClosed: () => void) {
    this.#onClosed = onClosed;
    this.#socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    this.#socket.on('error', () => this.#fail());
    this.#socket.on('message', (reply) => this.#take(reply));
    this.#socket.on('connect', () => {
      this.#isConnected = true;
      this.#sendAll();
    });
    // A connected socket only takes replies from this server, and learns when nobody listens there. A callback here would also be called
    // after a failure, when sending throws.
    this.#socket.connect(server.port, server.address);
  }

  hasRoom(): boolean {
    return !this.#isClosed && this.#asked < QUERIES_PER_PORT;
  }

  ask(query: Query): Promise<Exchange> {
    this.#asked += 1;
    return new Promise((resolve) => {
      const id = this.#freeId();
      const timer = setTimeout(() => this.#settle(id, { kind: 'timed-out', transport: 'udp' }), query.timeoutMs);
      this.#open.set(id, {
        query,
        settle: (exchange) => {
          clearTimeout(timer);
          resolve(exchange);
        },
      });
      const bytes = encodeQuery(id, query);
      // A name that doesn't fit into a query is on no server.
      if (!bytes) this.#settle(id, { kind: 'garbled', transport: 'udp' });
      else if (this.#unsent.push(bytes) === 1 && this.#isConnected) setImmediate(() => this.#sendAll());
    });
  }

  #sendAll(): void {
    const unsent = this.#unsent;
    this.#unsent = [];
    for (const bytes of unsent) if (!this.#isClosed) this.#socket.send(bytes, this.#onSent);
  }

  #freeId(): number {
    for (;;) {
      const id = randomInt(IDS);
      if (!this.#open.has(id)) return id;
    }
  }

  #take(reply: Buffer): void {
    const id = reply.length >= 2 ? reply.readUInt16BE(0) : -1;
    const open = this.#open.get(id);
    // A reply that matches none of our queries may come from anyone, so it is ignored.
    if (!open) return;
    const message = decodeMessage(reply);
    if (!message) this.#settle(id, { kind: 'garbled', transport: 'udp' });
    else if (isReplyTo(message, id, open.query)) this.#settle(id, { kind: 'answer', message, transport: 'udp' });
  }

  #settle(id: number, exchange: Exchange): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    open?.settle(exchange);
    if (this.#open.size === 0) this.#close();
  }

  /** Nobody listens there, so every open query to this server has failed. */
  #fail(): void {
    for (const id of [...this.#open.keys()]) this.#settle(id, { kind: 'unreachable', transport: 'udp' });
    this.#close();
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onClosed();
    this.#socket.close();
  }
}
