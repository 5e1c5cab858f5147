import type { Tracer } from './tracer.ts';
import type { SERVICES } from './watched-calls.ts';

/** A call to another server. Both names come from the code, never from data: they become labels of metrics and names of spans. */
export type OutsideCall = { service: (typeof SERVICES)[number]; operation: string };

/**
 * - `ok`: it answered, and if it answered that something doesn't exist. `refused`: it said no for good.
 * - `timeout`: no answer in time. `failed`: everything else, such as a refused connection or an answer that can't be read.
 */
type Outcome = 'ok' | 'refused' | 'timeout' | 'failed';

/** Runs a call to another server, and tells all watchers. */
export type AroundCall = <T>(call: OutsideCall, work: () => Promise<T>) => Promise<T>;

/** Nobody watches. */
export const unwatched: AroundCall = (_call, work) => work();

/** Called when a call has ended. */
export type OnCall = (call: OutsideCall, outcome: Outcome, seconds: number) => void;

/** Tells `onCall` how each call ended and how long it took, and the tracer, if there is one. */
export const aroundCalls =
  (onCall: OnCall, tracer: Tracer | null = null): AroundCall =>
  async (call, work) => {
    const began = performance.now();
    const { service, operation } = call;
    const endSpan = tracer?.step(`${service} ${operation}`, 'client', { 'peer.service': service });
    const end = (outcome: Outcome, error?: unknown) => {
      onCall(call, outcome, (performance.now() - began) / 1000);
      endSpan?.({ 'postern.outcome': outcome }, error);
    };
    try {
      const result = await work();
      end(outcomeOfResult(result));
      return result;
    } catch (error) {
      end(outcomeOfError(error), error);
      throw error;
    }
  };

/** The same port; the calls of these of its functions go through `around`. */
export function watchPort<Port extends object>(
  service: OutsideCall['service'],
  port: Port,
  operations: readonly (keyof Port & string)[],
  around: AroundCall,
): Port {
  const watched = new Map<PropertyKey, unknown>();
  for (const operation of operations) {
    const call = port[operation] as (...values: unknown[]) => Promise<unknown>;
    watched.set(operation, (...values: unknown[]) => around({ service, operation }, () => call.apply(port, values)));
  }
  return new Proxy(port, {
    get: (target, key) => {
      if (watched.has(key)) return watched.get(key);
      const value: unknown = Reflect.get(target, key, target);
      // A port may be an instance with private fields, which only its own `this` reaches.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** A look-up never throws: its result says whether there was an answer. */
function outcomeOfResult(result: unknown): Outcome {
  const kind = (result as { result?: { kind?: unknown } } | null | undefined)?.result?.kind;
  if (typeof kind !== 'string') return 'ok';
  if (kind === 'found' || kind === 'no-data' || kind === 'no-such-name') return 'ok';
  return kind === 'timed-out' ? 'timeout' : 'failed';
}

const TIMEOUTS = new Set(['timeout', 'etimedout', 'ETIMEDOUT', 'TimeoutError']);

/** Every port's error has a `kind`; a time-out is in its code, or it is the cause. */
function outcomeOfError(error: unknown): Outcome {
  let cause = error;
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    const { code, name } = cause as { code?: unknown; name: string };
    if (TIMEOUTS.has(name) || (typeof code === 'string' && TIMEOUTS.has(code))) return 'timeout';
    cause = cause.cause;
  }
  return (error as { kind?: unknown } | null | undefined)?.kind === 'refused' ? 'refused' : 'failed';
}
