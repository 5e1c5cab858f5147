import { interleave } from '../load/interleave.ts';
import { runSlowLoad } from '../load/run-slow-load.ts';
import type { Comparison } from '../report/comparison.ts';
import { CROWD_CONNECTIONS, type BenchContext, LIST, loadOn, p50Millis, perSecond } from './context.ts';

const SIZE = 10_000;
const requests = [{ path: LIST }];

/** Goals 1 and 2: the first page of a domain with 10,000 mailboxes, for many users at once and for one. */
export async function measureFirstPage(context: BenchContext): Promise<Comparison[]> {
  const crowd = (server: 'postern' | 'bare') =>
    perSecond(loadOn(context, { server, size: SIZE, requests, connections: CROWD_CONNECTIONS }));
  const alone = (server: 'postern' | 'bare') =>
    p50Millis(loadOn(context, { server, size: SIZE, requests, connections: 1 }));
  const readPage = (pageSize: 100 | 10) => (worker: number) =>
    context.postfixAdmin.readPage({ size: SIZE, pageSize, worker }).then(() => {});
  const { seconds, rounds } = context.pace;
  const rates = await interleave(rounds, {
    postern: crowd('postern'),
    bare: crowd('bare'),
    postfixAdmin: async () => (await runSlowLoad(readPage(100), { connections: 4, seconds })).perSecond,
  });
  const times = await interleave(rounds, {
    postern: alone('postern'),
    bare: alone('bare'),
    postfixAdmin: async () => (await runSlowLoad(readPage(10), { connections: 1, seconds })).p50Millis,
  });
  const rate = { goal: 1, what: 'First page of 10,000 mailboxes, 16 connections', unit: 'req/s', ours: rates.postern };
  const time = { goal: 2, what: 'The same, one user, p50', unit: 'ms', ours: times.postern };
  return [
    { ...rate, other: { name: 'bare', sample: rates.bare }, bound: { atLeast: 0.7 } },
    { ...rate, other: { name: 'PostfixAdmin, 100 rows', sample: rates.postfixAdmin }, bound: { atLeast: 100 } },
    { ...time, other: { name: 'bare', sample: times.bare }, bound: { atMost: 1.5 } },
    { ...time, other: { name: 'PostfixAdmin, its 10 rows', sample: times.postfixAdmin }, bound: { atMost: 1 / 100 } },
  ];
}
