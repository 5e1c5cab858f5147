import { followChanges } from '@postern/contract/live';
import { headersOf, urlOf } from '../http/api-client.ts';
import { EventParser, type ServerEvent } from './event-parser.ts';
import { retryDelayMs } from './retry-delay.ts';
import { pause, untilVisible, whenHidden } from './tab-visibility.ts';

/** The server sends something every fifteen seconds; after three times as long the connection counts as lost. */
const SILENCE_MS = 45_000;
/** A new connection gets the changes of the last fifteen seconds; data that was read earlier may be stale. */
const FIRST_OPEN_MS = 10_000;

const RELOAD: ServerEvent = { name: 'reload', data: '{}' };

/**
 * Emits every change of the session's bundle until it is stopped or the session ends. A lost connection is reopened and continues
 * where it was. `onRefused` hears that the session has ended or lost the domain. A tab in the background and a machine that is offline have no connection.
 */
export function follow(onEvent: (event: ServerEvent) => void, onRefused: () => void = () => {}): () => void {
  const stopping = new AbortController();
  void run(onEvent, onRefused, stopping.signal);
  return () => stopping.abort();
}

async function run(onEvent: (event: ServerEvent) => void, onRefused: () => void, stopped: AbortSignal): Promise<void> {
  const parser = new EventParser();
  const begunAt = performance.now();
  let failures = 0;
  for (;;) {
    await untilVisible(stopped);
    if (stopped.aborted) return;
    const connection = new AbortController();
    const signal = AbortSignal.any([stopped, connection.signal]);
    const stay = whenHidden(() => connection.abort());
    try {
      const response = await open(parser.lastId, signal);
      if (!response.ok) {
        // The session has ended or lost the domain; the next call would say so, too.
        if (response.status < 500 && response.status !== 429) return onRefused();
        failures += 1;
        await pause(retryDelayMs(failures, Math.random(), Number(response.headers.get('Retry-After'))), stopped);
        continue;
      }
      if (parser.lastId === null && performance.now() - begunAt > FIRST_OPEN_MS) onEvent(RELOAD);
      await read(response, parser, onEvent, connection);
      failures = 0;
    } catch {
      failures += 1;
    } finally {
      stay();
    }
    await pause(retryDelayMs(failures, Math.random()), stopped);
  }
}

const open = (lastId: string | null, signal: AbortSignal): Promise<Response> =>
  fetch(urlOf(followChanges, followChanges.path, {}), {
    headers: { ...headersOf(followChanges, {}), ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  });

/** Reads until the server or the network ends the connection, or it was silent for too long. */
async function read(
  response: Response,
  parser: EventParser,
  onEvent: (event: ServerEvent) => void,
  connection: AbortController,
): Promise<void> {
  if (response.body === null) return;
  parser.begin();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    for (const event of parser.read(value)) onEvent(event);
  }
}
