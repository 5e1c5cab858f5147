import type { Writable } from 'node:stream';
import type { ClientBase } from 'pg';

/** pg's own connection, which its types leave out. */
type WithConnection = { connection: { stream: Writable } };

const streamOf = (client: ClientBase): Writable => (client as unknown as WithConnection).connection.stream;

/** Sends queries as one packet, so that both sides wake up once for all of them. For clients in pipeline mode. */
export function sendInOnePacket<T>(client: ClientBase, send: () => T): T {
  const stream = streamOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

const corked = new WeakSet<Writable>();

/** The same for everything sent from now until the next tick of the event loop. */
export function corkUntilNextTick(client: ClientBase): void {
  const stream = streamOf(client);
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
