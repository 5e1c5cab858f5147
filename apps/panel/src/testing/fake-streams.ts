import { followChanges, type LiveEventName } from '@postern/contract/live';

type Asked = { lastEventId: string | null; bundleId: string | null };

/** Replaces the server's streams of changes; what it sends must fit the contract. */
export class FakeStreams {
  /** Every connection that was requested. */
  readonly asked: Asked[] = [];
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #sent = 0;
  /** The answer instead of a stream. */
  refusal: Response | null = null;

  /** The number of open streams. */
  get count(): number {
    return this.#open.size;
  }

  open(request: Request): Response {
    request.signal.throwIfAborted();
    const bundleId = new URL(request.url).searchParams.get('bundleId');
    this.asked.push({ lastEventId: request.headers.get('Last-Event-ID'), bundleId });
    if (this.refusal !== null) return this.refusal.clone();
    const opened = this.#open;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened.add(controller);
        request.signal.addEventListener('abort', () => {
          if (opened.delete(controller)) controller.error(request.signal.reason);
        });
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  /** Sends an event to all streams and returns its id. */
  send(event: LiveEventName, data: unknown): string {
    const id = `id-${(this.#sent += 1)}`;
    const text = `event: ${event}\ndata: ${JSON.stringify(followChanges.events[event].parse(data))}\nid: ${id}\n\n`;
    for (const controller of this.#open) controller.enqueue(new TextEncoder().encode(text));
    return id;
  }

  /** Ends all streams. */
  end(): void {
    for (const controller of this.#open) controller.close();
    this.#open.clear();
  }
}
