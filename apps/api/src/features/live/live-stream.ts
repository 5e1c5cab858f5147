import { Readable } from 'node:stream';

export type StreamedEvent = { event: string; data: unknown };

/** A client that falls behind by more than this is disconnected. It reconnects with the last id it got. */
const UNREAD_LIMIT_BYTES = 512 * 1024;

export type LiveStream = {
  readable: Readable;
  /** The id goes with the last event: a client that loses the connection before that gets all of them again. */
  send: (events: StreamedEvent[], id: string) => void;
  /** A heartbeat: nothing happened, and the connection is alive. */
  beat: (id: string) => void;
  end: () => void;
};

/** Server-sent events as bytes. `onGone` is called once, whichever side ends the stream. */
export function openLiveStream(onGone: () => void): LiveStream {
  const readable = new Readable({ read: () => {} });
  readable.once('close', onGone);
  const write = (text: string) => {
    if (readable.destroyed || readable.readableEnded) return;
    readable.push(text);
    if (readable.readableLength > UNREAD_LIMIT_BYTES) readable.destroy();
  };
  // Send something at once, so that proxies pass the headers on.
  write(': live\nretry: 2000\n\n');
  return {
    readable,
    send: (events, id) => {
      const blocks = events.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n`);
      write(`${blocks.join('\n')}id: ${id}\n\n`);
    },
    beat: (id) => write(`id: ${id}\n\n`),
    end: () => {
      if (!readable.destroyed) readable.push(null);
    },
  };
}
