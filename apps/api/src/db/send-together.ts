import type { Writable } from 'node:stream';
import type { ClientBase } from 'pg';

/** pg's own connection, which its types leave out. */
type WithConnection = { connection: { stream: Writable } };

/** Sends queries as one packet: the server wakes once for all of them, and so do we. For clients in pipeline mode. */
export function sendTogether<T>(client: ClientBase, send: () => T): T {
  const { stream } = (client as unknown as WithConnection).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}
