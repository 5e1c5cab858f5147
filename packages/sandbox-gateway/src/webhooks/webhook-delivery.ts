import type { Faults } from '../http/faults.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { GatewayEvent } from '../wire.ts';
import { signWebhook } from './sign-webhook.ts';

const TRY_TIMEOUT_MILLIS = 10_000;
const TRIES_AT_ONCE = 8;
const FIRST_PAUSES_MILLIS = [500, 1000, 2000, 5000, 15_000, 60_000];
const LATER_PAUSE_MILLIS = 5 * 60_000;
const GIVE_UP_AFTER_MILLIS = 72 * 60 * 60_000;

interface Delivery {
  eventId: string;
  endpoint: number;
  tries: number;
}

export interface WebhookDeliveryOptions {
  ledger: Ledger;
  /** The endpoints. Each is known by its position, so that its address may change between two starts. */
  urls: readonly string[];
  secret: string;
  faults: Faults;
  log: (message: string) => void;
}

/** Delivers every event to every endpoint until it answers 2xx: at least once, in no particular order, across restarts. */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  readonly #stopped = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting: Delivery[] = [];
  #running = new Set<Promise<void>>();

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
  }

  /** Delivers what an earlier run left undelivered, then new events. */
  start(): void {
    const { ledger } = this.#options;
    ledger.onEventDue((eventId) => this.#enqueueEvent(eventId));
    for (const eventId of ledger.books.events.keys()) this.#enqueueEvent(eventId);
  }

  /** Ends at once. An interrupted delivery is repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting = [];
    await Promise.allSettled(this.#running);
  }

  #enqueueEvent(eventId: string): void {
    this.#options.urls.forEach((_url, endpoint) => {
      if (this.#isDue({ eventId, endpoint })) this.#enqueue({ eventId, endpoint, tries: 0 });
    });
  }

  #isDue({ eventId, endpoint }: { eventId: string; endpoint: number }): boolean {
    const { books, now } = this.#options.ledger;
    const entry = books.events.get(eventId);
    return !!entry && !entry.deliveredTo.has(endpoint) && now() - entry.dueSinceEpochMillis < GIVE_UP_AFTER_MILLIS;
  }

  #enqueue(delivery: Delivery): void {
    if (this.#stopped.signal.aborted) return;
    this.#waiting.push(delivery);
    this.#startWaiting();
  }

  #startWaiting(): void {
    while (this.#running.size < TRIES_AT_ONCE) {
      const delivery = this.#waiting.shift();
      if (!delivery) return;
      const running = this.#deliver(delivery).finally(() => {
        this.#running.delete(running);
        this.#startWaiting();
      });
      this.#running.add(running);
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { ledger, log } = this.#options;
    const entry = ledger.books.events.get(delivery.eventId);
    if (!entry || !this.#isDue(delivery)) return;
    const problem = await this.#tryOnce(entry.event, delivery.endpoint);
    if (this.#stopped.signal.aborted) return;
    if (problem === null) {
      ledger.commit({ delivered: { eventId: delivery.eventId, endpoint: delivery.endpoint } });
      return;
    }
    const pauseMillis = FIRST_PAUSES_MILLIS[delivery.tries] ?? LATER_PAUSE_MILLIS;
    log(`webhook ${delivery.eventId} was not accepted (${problem}); next try in ${pauseMillis} ms`);
    this.#enqueueLater({ ...delivery, tries: delivery.tries + 1 }, pauseMillis);
  }

  #enqueueLater(delivery: Delivery, pauseMillis: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#enqueue(delivery);
    }, pauseMillis);
    this.#timers.add(timer);
  }

  /** Null if the endpoint accepted the event, else the problem. */
  async #tryOnce(event: GatewayEvent, endpoint: number): Promise<string | null> {
    const { urls, secret, faults, ledger } = this.#options;
    if (faults.takeDroppedWebhook()) return 'dropped on request';
    const body = webhookBody(event);
    try {
      const response = await fetch(urls[endpoint] ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sandbox-signature': signWebhook(secret, body, ledger.now()),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(TRY_TIMEOUT_MILLIS)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `status ${response.status}`;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection';
    }
  }
}

/** `created` is in epoch milliseconds. */
function webhookBody({ eventId, type, createdEpochMillis, ...data }: GatewayEvent): string {
  return JSON.stringify({ id: eventId, type, created: createdEpochMillis, data });
}
