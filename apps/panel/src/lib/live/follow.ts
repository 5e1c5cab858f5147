import { followChanges } from '@postern/contract/live';
import { headersOf, urlOf } from '../http/api-client.ts';
import { EventParser, type ServerEvent } from './event-parser.ts';
import { retryDelayMs } from './retry-delay.ts';
import { pause, untilVisible, whenHidden } from './tab-visibility.ts';

/** The server says something every fifteen seconds; who hears nothing for three times as long has lost it. */
const SILENCE_MS = 45_000;
/** The server tells a newcomer what changed in the last fifteen seconds; what was read longer ago may be older than that. */
const FIRST_OPEN_MS = 10_000;

const RELOAD: ServerEvent = { name: 'reload', data: '{}' };

/**
 * Tells of every change of the session's bundle until it is stopped or the session ends. A lost connection is opened again, and goes
 * on where it was; a tab that nobody looks at, or a machine that is offline, has none.
 */
export function follow(onEvent: (event: ServerEvent) => void): () => void {
  const stopping = new AbortController();
  void run(onEvent, stopping.signal);
  return () => stopping.abort();
}

async function run(onEvent: (event: ServerEvent) => void, stopped: AbortSignal): Promise<void> {
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
        // The session is over, or the domain isn't its any more: the next call says so.
        if (response.status < 500 && response.status !== 429) return;
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

/** Until the server or the network ends it, or it was silent for too long. */
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
