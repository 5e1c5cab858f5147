import { type SpfAnswer, type SpfQuestion, type SpfRecord, type SpfWalk, walkSpf } from '@postern/domain/spf';
import type { DnsResolver } from '../port.ts';

/** How long a whole walk may take; receivers give up too (RFC 7208 §4.6.4). */
const TIME_LIMIT_MS = 5000;
/** More than any honest record needs: `mx` counts as one look-up, and ten of them may have ten hosts each. */
const QUESTIONS_MAXIMUM = 60;

/** `own` for names of the domain itself; `others` for the rest, which may cache: many domains include the same few names. */
type SpfResolvers = { own: DnsResolver; others: DnsResolver };

/**
 * Walks through a domain's SPF record and everything it includes. A name without an answer in time is unknown. Never throws for network
 * failures.
 */
export async function walkDomainSpf(
  { own, others }: SpfResolvers,
  record: SpfRecord,
  domain: string,
  timeLimitMs: number = TIME_LIMIT_MS,
): Promise<SpfWalk> {
  let [left, isOver] = [QUESTIONS_MAXIMUM, false];
  const { promise: overdue, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    isOver = true;
    giveUp(null);
  }, timeLimitMs);
  const answerTo = async ({ name, type }: SpfQuestion): Promise<SpfAnswer> => {
    left -= 1;
    if (left < 0 || isOver) return null;
    const resolver = name === domain || name.endsWith(`.${domain}`) ? own : others;
    const lookUp = await Promise.race([resolver.lookUp(name, type), overdue]);
    if (lookUp === null || !('ttlSeconds' in lookUp.result)) return null;
    return lookUp.result.kind === 'found' ? lookUp.result.values : [];
  };
  try {
    const walk = walkSpf(record, domain);
    let step = walk.next();
    while (!step.done) step = walk.next(await Promise.all(step.value.map(answerTo)));
    return step.value;
  } finally {
    clearTimeout(timer);
  }
}
