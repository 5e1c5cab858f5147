import type { RecordType } from '@postern/domain/dns';
import type { DnsResolver, LookUp, LookUpResult } from '../port.ts';

export type CacheOptions = {
  /** The time in milliseconds; the clock of the process in production. */
  nowMillis: () => number;
  /** Nothing is remembered for longer, whatever its TTL: a person waits for a change to be seen. 60 s by default. */
  maximumSeconds?: number;
  /** How many look-ups are remembered at most; 10,000 by default. */
  maximumEntries?: number;
};

/** Of one look-up. Who sends more is asked each time: thousands of the longest answers would fill our memory. */
const CHARACTERS_MAXIMUM = 8192;

const charactersOf = (result: LookUpResult): number =>
  result.kind === 'found' ? result.values.reduce((total, value) => total + value.length, 0) : 0;

/**
 * Remembers answers for as long as their TTL allows, and asks once for what many want at the same time. What came to no answer is forgotten:
 * the next check may have more luck.
 */
export function cachedResolver(resolver: DnsResolver, options: CacheOptions): DnsResolver {
  const { nowMillis, maximumSeconds = 60, maximumEntries = 10_000 } = options;
  const kept = new Map<string, { lookUp: LookUp; untilMillis: number }>();
  const open = new Map<string, Promise<LookUp>>();

  async function ask(key: string, name: string, type: RecordType): Promise<LookUp> {
    const lookUp = await resolver.lookUp(name, type);
    const { result } = lookUp;
    if (!('ttlSeconds' in result) || charactersOf(result) > CHARACTERS_MAXIMUM) return lookUp;
    kept.delete(key);
    kept.set(key, { lookUp, untilMillis: nowMillis() + 1000 * Math.min(result.ttlSeconds, maximumSeconds) });
    // The oldest goes: a Map keeps the order in which entries came.
    if (kept.size > maximumEntries) kept.delete(kept.keys().next().value ?? '');
    return lookUp;
  }

  return {
    lookUp(name, type) {
      const key = `${name} ${type}`;
      const found = kept.get(key);
      if (found && nowMillis() < found.untilMillis) return Promise.resolve(found.lookUp);
      const asking = open.get(key) ?? ask(key, name, type).finally(() => open.delete(key));
      open.set(key, asking);
      return asking;
    },
  };
}
