import type { Load } from './run-wrk.ts';

/**
 * The same for a server that answers a few requests per second. Only counts whole answers, up to the end of the last one, so that
 * a request cut off by the time limit doesn't count against it.
 */
export async function runSlowLoad(
  ask: (worker: number) => Promise<void>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const start = performance.now();
  const millis: number[] = [];
  const worker = async (number: number) => {
    do {
      const asked = performance.now();
      await ask(number);
      millis.push(performance.now() - asked);
    } while (performance.now() - start < seconds * 1000);
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)));
  const elapsed = performance.now() - start;
  millis.sort((a, b) => a - b);
  const percentile = (share: number) => millis[Math.min(millis.length - 1, Math.floor(millis.length * share))] ?? 0;
  return { perSecond: (millis.length / elapsed) * 1000, p50Millis: percentile(0.5), p99Millis: percentile(0.99) };
}
