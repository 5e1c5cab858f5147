import { expect, test } from 'vitest';
import type { DnsResolver, LookUp } from '../port.ts';
import { cachedResolver } from './cached-resolver.ts';
import { coalescingResolver } from './coalescing-resolver.ts';

/** A resolver that finds a text for every name, once the test lets it. */
function aResolver(text = 'x') {
  const asked: string[] = [];
  const gate = Promise.withResolvers<void>();
  const resolver: DnsResolver = {
    async lookUp(name, type): Promise<LookUp> {
      asked.push(`${name} ${type}`);
      await gate.promise;
      return { name, type, asked: [], result: { kind: 'found', values: [text], ttlSeconds: 60, aliases: [] } };
    },
  };
  return { resolver, asked, letAnswer: gate.resolve };
}

test('a hundred presses at once send one query, and the next press sends another [VER-01]', async () => {
  const { resolver, asked, letAnswer } = aResolver();
  const joined = coalescingResolver(resolver);
  const all = Array.from({ length: 100 }, () => joined.lookUp('key.test', 'TXT'));
  const other = joined.lookUp('key.test', 'MX');
  letAnswer();
  expect(new Set(await Promise.all(all)).size).toBe(1);
  await other;
  await joined.lookUp('key.test', 'TXT');
  expect(asked).toEqual(['key.test TXT', 'key.test MX', 'key.test TXT']);
});

test('an answer longer than any honest one is not cached, so that nobody fills our memory [VER-06]', async () => {
  for (const [characters, questions] of [
    [8_000, 1],
    [60_000, 2],
  ] as const) {
    const { resolver, asked, letAnswer } = aResolver('x'.repeat(characters));
    const cached = cachedResolver(resolver, { nowMillis: () => 0 });
    letAnswer();
    for (let time = 0; time < 2; time += 1) await cached.lookUp('long.test', 'TXT');
    expect(asked).toHaveLength(questions);
  }
});
