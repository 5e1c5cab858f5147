import { interleave } from '../load/interleave.ts';
import { runSlowLoad } from '../load/run-slow-load.ts';
import type { Comparison } from '../report/comparison.ts';
import { searchTerms } from '../servers/people.ts';
import { CROWD_CONNECTIONS, type BenchContext, LIST, loadOn, perSecond } from './context.ts';

const SIZE = 100_000;

/** Goal 4: searching a domain of 100,000. PostfixAdmin is shown for comparison, without a goal. */
export async function measureSearch(context: BenchContext): Promise<Comparison[]> {
  const terms = searchTerms();
  const requests = terms.map((term) => ({ path: `${LIST}?q=${encodeURIComponent(term)}` }));
  const crowd = (server: 'postern' | 'bare') =>
    perSecond(loadOn(context, { server, size: SIZE, requests, connections: CROWD_CONNECTIONS }));
  let asked = 0;
  const search = async (worker: number) => {
    asked += 1;
    await context.postfixAdmin.readPage({
      size: SIZE,
      pageSize: 100,
      search: terms[asked % terms.length] ?? '',
      worker,
    });
  };
  const { seconds, rounds } = context.pace;
  const rates = await interleave(rounds, {
    postern: crowd('postern'),
    bare: crowd('bare'),
    postfixAdmin: async () => (await runSlowLoad(search, { connections: 4, seconds })).perSecond,
  });
  const line = { goal: 4, what: 'Search in 100,000 mailboxes, 16 connections', unit: 'req/s', ours: rates.postern };
  return [
    { ...line, other: { name: 'bare with a trigram index', sample: rates.bare }, bound: { atLeast: 0.8 } },
    { ...line, other: { name: 'PostfixAdmin', sample: rates.postfixAdmin }, bound: { atLeast: 1 } },
  ];
}
