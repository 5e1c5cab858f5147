/** A DS record, which a domain's parent has: it makes resolvers refuse every answer that isn't signed with its key. RFC 4034 §5. */
export type DsRecord = { keyTag: number; algorithm: number; digestType: number; digest: string };

/**
 * How the DS records at a domain's parent compare with the one that should be there. `ours`: it is there, and no other. `changing`: all are
 * of keys of the zone, but another is wanted. `mixed`: some are of keys that the zone doesn't have. `others`: all are, so resolvers that
 * check refuse the domain. `none`: nobody checks signatures. `unknown`: no answer, so there may be some (ADR 18).
 */
export type DsState = 'ours' | 'changing' | 'mixed' | 'others' | 'none' | 'unknown';

/** `keys` are the DS records of all keys of the zone, in every digest type; both lists are as the DNS writes them. */
export function dsState(
  { wanted, keys }: { wanted: readonly string[]; keys: readonly string[] },
  parent: readonly string[] | null,
): DsState {
  if (parent === null) return 'unknown';
  if (parent.length === 0) return 'none';
  const [ours, all] = [new Set(wanted.map(normal)), new Set(keys.map(normal))];
  const known = parent.filter((ds) => all.has(normal(ds)));
  if (known.length === 0) return 'others';
  if (known.length < parent.length) return 'mixed';
  return parent.every((ds) => ours.has(normal(ds))) ? 'ours' : 'changing';
}

/** Null when the text is no DS record. */
export function parseDs(text: string): DsRecord | null {
  const [, keyTag, algorithm, digestType, digest] = /^(\d{1,5}) (\d{1,3}) (\d{1,3}) ([\da-f ]+)$/i.exec(text) ?? [];
  if (digest === undefined) return null;
  const plain = digest.replaceAll(' ', '').toUpperCase();
  return { keyTag: Number(keyTag), algorithm: Number(algorithm), digestType: Number(digestType), digest: plain };
}

/** Digests are written in either case, and some tools break them up. */
const normal = (ds: string): string => JSON.stringify(parseDs(ds) ?? ds);
