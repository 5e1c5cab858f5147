/** How many messages with each digest a folder holds. */
export type DigestCounts = Map<string, number>;

/** Counts digests. Two equal messages in one folder are two messages. */
export function countDigests(digests: Iterable<string>): DigestCounts {
  const counts: DigestCounts = new Map();
  for (const digest of digests) counts.set(digest, (counts.get(digest) ?? 0) + 1);
  return counts;
}

/** Takes away the messages that are accounted for already. What is left may be claimed by others. */
export function withoutDigests(counts: DigestCounts, digests: Iterable<string>): DigestCounts {
  const left = new Map(counts);
  for (const digest of digests) {
    const count = left.get(digest) ?? 0;
    if (count > 1) left.set(digest, count - 1);
    else left.delete(digest);
  }
  return left;
}

/**
 * Separates the messages that the destination has from those it lacks, by digests of their raw bytes. Never by Message-ID: copies from lists
 * and sent copies share it. A copy in the destination counts for one message only; it is taken out of `there`.
 */
export function splitPresent<M extends { digest: string }>(
  messages: readonly M[],
  there: DigestCounts,
): { present: M[]; missing: M[] } {
  const present: M[] = [];
  const missing: M[] = [];
  for (const message of messages) {
    const count = there.get(message.digest) ?? 0;
    if (count === 0) {
      missing.push(message);
      continue;
    }
    if (count === 1) there.delete(message.digest);
    else there.set(message.digest, count - 1);
    present.push(message);
  }
  return { present, missing };
}
