import { followChanges, type LiveEventName } from '@postern/contract/live';

type Asked = { lastEventId: string | null; bundleId: string | null };

/** Stands in for the server's streams of changes; what it sends must be what the contract says. */
export class FakeStreams {
  /** Every connection that was asked for. */
  readonly asked: Asked[] = [];
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #sent = 0;
  /** What it answers with in the place of a stream. */
  refusal: Response | null = null;

  /** How many are open. */
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

  /** Tells everybody; the id of the event. */
  send(event: LiveEventName, data: unknown): string {
    const id = `id-${(this.#sent += 1)}`;
    const text = `event: ${event}\ndata: ${JSON.stringify(followChanges.events[event].parse(data))}\nid: ${id}\n\n`;
    for (const controller of this.#open) controller.enqueue(new TextEncoder().encode(text));
    return id;
  }

  /** The server ends them all. */
  end(): void {
    for (const controller of this.#open) controller.close();
    this.#open.clear();
  }
}
