import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeMessage, encodeQuery, isReplyTo } from '../wire/dns-message.ts';
import type { Asking, Exchange, ServerAddress } from './exchange.ts';

type Open = { asking: Asking; settle: (exchange: Exchange) => void };

/** After so many questions a server is asked from another port, so that nobody can guess where a forged answer would have to go. */
const QUESTIONS_A_PORT = 200;
const IDS = 0x1_0000;

const channels = new Map<string, UdpChannel>();

/** Asks one server once over UDP. Questions that are open at the same time share a port; with the last answer it is closed. */
export function askOverUdp(server: ServerAddress, asking: Asking): Promise<Exchange> {
  const key = `${server.address} ${server.port}`;
  const known = channels.get(key);
  const channel = known?.hasRoom() ? known : new UdpChannel(server, () => forget(key, channel));
  channels.set(key, channel);
  return channel.ask(asking);
}

function forget(key: string, channel: UdpChannel): void {
  if (channels.get(key) === channel) channels.delete(key);
}

class UdpChannel {
  readonly #socket: Socket;
  readonly #open = new Map<number, Open>();
  readonly #onClosed: () => void;
  /** What waits for the socket, or for the end of this turn: a server that is woken once for many questions answers them sooner. */
  #unsent: Buffer[] = [];
  #isConnected = false;
  #asked = 0;
  // A refusal of an earlier question may come back with a later one; without this nobody would hear of it.
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
    // A connected socket takes replies of this server only, and learns that nobody listens there. Without a callback, which would be called
    // for a failure, too, with a socket that throws at what is sent.
    this.#socket.connect(server.port, server.address);
  }

  hasRoom(): boolean {
    return !this.#isClosed && this.#asked < QUESTIONS_A_PORT;
  }

  ask(asking: Asking): Promise<Exchange> {
    this.#asked += 1;
    return new Promise((resolve) => {
      const id = this.#freeId();
      const timer = setTimeout(() => this.#settle(id, { kind: 'timed-out', transport: 'udp' }), asking.timeoutMs);
      this.#open.set(id, {
        asking,
        settle: (exchange) => {
          clearTimeout(timer);
          resolve(exchange);
        },
      });
      const bytes = encodeQuery(id, asking);
      // No server has a name that can't be asked for.
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
    // What belongs to no question of ours may be anybody's, and is passed over.
    if (!open) return;
    const message = decodeMessage(reply);
    if (!message) this.#settle(id, { kind: 'garbled', transport: 'udp' });
    else if (isReplyTo(message, id, open.asking)) this.#settle(id, { kind: 'answer', message, transport: 'udp' });
  }

  #settle(id: number, exchange: Exchange): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    open?.settle(exchange);
    if (this.#open.size === 0) this.#close();
  }

  /** Nobody listens there: whatever else is asked of this server comes to the same. */
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
