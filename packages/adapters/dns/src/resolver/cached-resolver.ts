import type { RecordType } from '@postern/domain/dns';
import type { DnsResolver, LookUp, LookUpResult } from '../port.ts';

export type CacheOptions = {
  /** The time in milliseconds, from a clock that never goes back. */
  nowMillis: () => number;
  /** The longest time that an answer is cached, whatever its TTL: people wait to see their changes. 60 s by default. */
  maximumSeconds?: number;
  /** How many look-ups are cached at most; 10,000 by default. */
  maximumEntries?: number;
};

/** Longer answers aren't cached: thousands of the longest would fill our memory. */
const CHARACTERS_MAXIMUM = 8192;

const charactersOf = (result: LookUpResult): number =>
  result.kind === 'found' ? result.values.reduce((total, value) => total + value.length, 0) : 0;

/**
 * Caches answers for as long as their TTL allows. Look-ups of the same name and type at the same time share one query. Failures aren't
 * cached, as the next check may succeed.
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
    // Removes the oldest: a Map keeps the order in which entries were added.
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
