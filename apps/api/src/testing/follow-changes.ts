import { followChanges, type LiveEventName } from '@postern/contract/live';

export type HeardEvent = { event: LiveEventName; data: Record<string, unknown> };

export type ListenOptions = { token: string; bundleId?: string; lastEventId?: string };

export type Listener = {
  status: number;
  headers: Headers;
  /** The text of an answer that is not a stream. */
  text: () => Promise<string>;
  /** All events so far. */
  heard: HeardEvent[];
  /** The first event that matches, among those heard or still to come. */
  until: (fits: (heard: HeardEvent) => boolean) => Promise<HeardEvent>;
  /** The last id, once there is one. */
  lastId: () => Promise<string>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  leave: () => void;
};

/** Listens as a panel does. Each event must match the contract's schema for its name. */
export async function listen(baseUrl: string, { token, bundleId, lastEventId }: ListenOptions): Promise<Listener> {
  const url = new URL(followChanges.path, baseUrl);
  if (bundleId !== undefined) url.searchParams.set('bundleId', bundleId);
  const leaving = new AbortController();
  const response = await fetch(url, {
    signal: leaving.signal,
    headers: {
      'x-auth': 'controlPanel',
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const heard: HeardEvent[] = [];
  let id = '';
  let wake = Promise.withResolvers<void>();
  const read = async () => {
    if (!response.ok || response.body === null) return;
    let rest = '';
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
        if (fields.event !== undefined) heard.push(checked(fields.event, JSON.parse(fields.data)));
        if (fields.id !== undefined) id = fields.id;
      }
      wake.resolve();
      wake = Promise.withResolvers();
    }
  };
  let isOver = false;
  const ended = read()
    .catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    })
    .finally(() => {
      isOver = true;
      wake.resolve();
    });
  const wait = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (isOver) throw new Error(`The stream ended after ${JSON.stringify(heard)}.`);
      await wake.promise;
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    text: () => response.text(),
    heard,
    until: (fits) => wait(() => heard.find(fits)),
    lastId: () => wait(() => id || undefined),
    ended,
    leave: () => leaving.abort(),
  };
}

function checked(event: string, data: unknown): HeardEvent {
  const schema = followChanges.events[event as LiveEventName];
  if (schema === undefined) throw new Error(`There is no event ${event}.`);
  return { event: event as LiveEventName, data: schema.parse(data) };
}
